#!/bin/sh
# Builds the SQLite extension for all platforms. The same sources and the same compiler give the
# same bytes, wherever and whenever they are built.
#
#   build.sh             builds into src/main/resources/org/icsqlite/natives
#   build.sh --check     builds into a temporary directory and compares with what is committed there
#   build.sh --check DIR the same, and leaves the build in DIR
#
# Needs Debian's packages clang, lld, llvm and libsqlite3-dev. SQLITE_INCLUDE names another
# directory with sqlite3.h and sqlite3ext.h.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
committed=$here/../resources/org/icsqlite/natives
sources="extension.c vfs.c main_file.c private_file.c policy.c rows.c guard.c random.c program.c listing.c canister.c freestanding.c"
platforms="linux-x86_64 linux-aarch64 macos-x86_64 macos-arm64 windows-x86_64 windows-aarch64"
llvm_version=14
umask 022

fail() {
  echo "build.sh: $*" >&2
  exit 1
}

# tool NAME PACKAGE: the versioned tool, so that another default version does not change the bytes.
tool() {
  for candidate in "/usr/lib/llvm-$llvm_version/bin/$1" "$(command -v "$1-$llvm_version" || true)"; do
    if [ -n "$candidate" ] && [ -x "$candidate" ]; then
      echo "$candidate"
      return
    fi
  done
  fail "$1 of LLVM $llvm_version is missing: apt-get install $2 (Debian 12)"
}

clang=$(tool clang clang)
ld_elf=$(tool ld.lld lld)
ld_macho=$(tool ld64.lld lld)
ld_coff=$(tool lld-link lld)
strip_elf=$(tool llvm-strip llvm)

include=${SQLITE_INCLUDE:-}
if [ -z "$include" ]; then
  include=/usr/include
  if [ ! -f $include/sqlite3ext.h ] && command -v pkg-config >/dev/null; then
    include=$(pkg-config --variable=includedir sqlite3 2>/dev/null || echo /usr/include)
  fi
fi
for header in sqlite3.h sqlite3ext.h; do
  [ -f "$include/$header" ] || fail "$include/$header is missing: apt-get install libsqlite3-dev"
done

check=no
out=$committed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
case ${1:-} in
  "") ;;
  --check)
    check=yes
    out=${2:-$work/out}
    ;;
  *) fail "unknown argument $1 (usage: build.sh [--check [DIR]])" ;;
esac
mkdir -p "$out"
out=$(cd "$out" && pwd)

# Only SQLite's two headers: the host's own C library must not be seen by a cross build.
mkdir "$work/include"
cp "$include/sqlite3.h" "$include/sqlite3ext.h" "$work/include/"

# dyld refuses a library that depends on nothing, so the macOS ones name the system library that
# every process has loaded anyway. No symbol of it is used.
cat >"$work/libSystem.tbd" <<'TBD'
--- !tapi-tbd
tbd-version: 4
targets: [ x86_64-macos, arm64-macos ]
install-name: '/usr/lib/libSystem.B.dylib'
exports:
  - targets: [ x86_64-macos, arm64-macos ]
    symbols: [ dyld_stub_binder ]
...
TBD

file_name() {
  case $1 in
    linux-*) echo libicsqlite.so ;;
    macos-*) echo libicsqlite.dylib ;;
    windows-*) echo icsqlite.dll ;;
  esac
}

build() {
  platform=$1
  target=$out/$platform/$(file_name "$platform")
  flags=
  case $platform in
    linux-x86_64) triple=x86_64-linux-gnu flags=-fPIC ;;
    linux-aarch64) triple=aarch64-linux-gnu flags="-fPIC -mno-outline-atomics" ;;
    macos-x86_64) triple=x86_64-apple-macos11 flags=-fPIC arch=x86_64 ;;
    macos-arm64) triple=arm64-apple-macos11 flags=-fPIC arch=arm64 ;;
    windows-x86_64) triple=x86_64-pc-windows-msvc flags=-mno-stack-arg-probe machine=x64 ;;
    windows-aarch64) triple=aarch64-pc-windows-msvc machine=arm64 ;;
  esac
  objects=
  mkdir -p "$work/$platform" "$out/$platform"
  for source in $sources; do
    object=$work/$platform/${source%.c}.o
    # shellcheck disable=SC2086 # flags is a list
    (cd "$here" && "$clang" --target=$triple $flags -std=c11 -O2 -ffreestanding -fno-builtin \
      -fvisibility=hidden -fno-stack-protector -fno-asynchronous-unwind-tables -fno-ident \
      -fomit-frame-pointer "-ffile-prefix-map=$here=." "-ffile-prefix-map=$work=." \
      -Wall -Wextra -Werror -isystem "$work/include" -c "$source" -o "$object")
    objects="$objects $object"
  done
  # shellcheck disable=SC2086 # objects is a list
  case $platform in
    linux-*)
      "$ld_elf" -shared -Bsymbolic --hash-style=both --build-id=none -z now \
        -z noexecstack --gc-sections --no-undefined -o "$target" $objects
      "$strip_elf" --strip-all --remove-section=.comment "$target"
      ;;
    macos-*)
      "$ld_macho" -dylib -arch "$arch" -platform_version macos 11.0 11.0 -adhoc_codesign \
        -final_output libicsqlite.dylib -install_name @rpath/libicsqlite.dylib \
        "-L$work" -lSystem -o "$target" $objects
      ;;
    windows-*)
      "$ld_coff" /dll /noentry /nodefaultlib /Brepro "/machine:$machine" /out:"$target" \
        /implib:"$work/$platform/icsqlite.lib" $objects
      ;;
  esac
  chmod 644 "$target"
}

for platform in $platforms; do
  build "$platform"
done
(cd "$out" && for platform in $platforms; do
  sha256sum "$platform/$(file_name "$platform")"
done) | sed 's/^\([0-9a-f]*\)  /\1 /' >"$work/manifest"
cp "$work/manifest" "$out/manifest.sha256"

[ $check = yes ] || exit 0
different=0
for file in manifest.sha256 $(for p in $platforms; do echo "$p/$(file_name "$p")"; done); do
  if [ ! -f "$committed/$file" ]; then
    echo "missing    $file"
    different=1
  elif cmp -s "$committed/$file" "$out/$file"; then
    echo "identical  $file"
  else
    echo "DIFFERENT  $file"
    different=1
  fi
done
for file in $(cd "$committed" && find . -type f | sed 's|^\./||' | sort); do
  if [ ! -f "$out/$file" ]; then
    echo "unexpected $file"
    different=1
  fi
done
[ $different = 0 ] || fail "the committed binaries are not what the sources give; run build.sh and commit"
