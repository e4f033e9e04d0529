#!/bin/sh
# Measures icsqlite's JDBC beside sqlite-jdbc's with JMH and prints a report in Markdown;
# docs/benchmarks.md says what is measured. Builds first. Without --java it measures on the Java of
# JAVA_HOME (or PATH) and on a Java 25, found by JAVA25_HOME or in the usual place of Debian. Exit
# status 0 only when every goal was reached.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")

(cd "$root" && mvn -q -B -pl compat-tests -am package \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -DskipTests -Dmdep.includeScope=test \
  -Dmdep.outputFile=target/test-classpath >&2)

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

exec "$java" -Xmx128m -Djmh.ignoreLock=true \
  -cp "$here/target/test-classes:$(cat "$here/target/test-classpath")" \
  org.icsqlite.bench.jdbc.JdbcBench "$@"
