#!/bin/sh
# Measures icsqlite beside sqlite-jdbc and prints a report in Markdown; docs/benchmarks.md says
# what is measured. Builds first. Without --java it measures on the Java of JAVA_HOME (or PATH) and
# on a Java 25, found by JAVA25_HOME or in the usual place of Debian. The quieter the machine, the
# closer together the forks.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")

(cd "$root" && mvn -q -B -pl compat-tests -am package -DskipTests >&2)

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
case " $* " in
  *" --java "*) ;;
  *)
    set -- "$@" --java "$("$java" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java.home = //p')"
    java25=${JAVA25_HOME:-/usr/lib/jvm/temurin-25-jdk-amd64}
    if [ -x "$java25/bin/java" ]; then
      set -- "$@" --java "$java25"
    fi
    ;;
esac

jar=
for candidate in "$root"/driver/target/icsqlite-jdbc-*-standalone.jar; do
  jar=$candidate
done
exec "$java" -Xmx64m -cp "$here/target/test-classes:$jar" org.icsqlite.bench.Bench "$@"
