#!/bin/sh
# Runs the extension's C code under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer
# against the system's SQLite. Needs Debian's clang, libclang-rt-14-dev and libsqlite3-dev.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$here/../../main/c
clang=$(command -v clang-14 || command -v clang) || {
  echo "run.sh: clang is missing: apt-get install clang" >&2
  exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
"$clang" -std=c11 -g -O1 -fno-omit-frame-pointer -Wall -Wextra -Werror -DICSQLITE_HOSTED \
  -fsanitize=address,undefined -fno-sanitize-recover=all -o "$work/harness" \
  "$source/extension.c" "$source/vfs.c" "$source/main_file.c" "$source/private_file.c" "$source/policy.c" "$source/rows.c" "$source/guard.c" "$source/random.c" "$source/program.c" "$source/listing.c" "$source/canister.c" "$source/freestanding.c" \
  "$here/memory_files.c" "$here/rows_test.c" "$here/canister_test.c" "$here/harness.c" -lsqlite3
ASAN_OPTIONS=detect_leaks=1:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1 "$work/harness"
