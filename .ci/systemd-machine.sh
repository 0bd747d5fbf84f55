# For .ci/systemd.sh: a Debian with systemd as its first process, in namespaces of its own but for the network.
# It reaches nothing of this machine but the loopback: no device, no kernel setting, and of the control groups one of its own.

source .ci/debian.sh
source .ci/trial.sh
debian=$SERVICES_HOME/$SUITE-systemd
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,passwd,login,procps,util-linux,git,libstdc++6
machine=
init=
groups=

skip() {
  echo "systemd: skipped: $1"
  exit 0
}

need() {
  [ "$(id -u)" = 0 ] || skip 'needs root, to start a Debian in namespaces of its own'
  command -v apt-get >/dev/null || skip 'needs apt-get (Debian or Ubuntu), to fetch a Debian'
  local tool
  for tool in unshare nsenter setpriv pivot_root; do
    command -v "$tool" >/dev/null || skip "needs $tool of util-linux"
  done
  groups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
  [ -n "$groups" ] && mkdir "$groups/teamlore-$$" 2>/dev/null || skip 'needs control groups (version 2) it may write'
  groups=$groups/teamlore-$$
  work=$(mktemp -d /var/tmp/teamlore-systemd-XXXXXX)
  machine=$work/machine
}

make_machine() {
  fetch_debian "$debian" "$packages"
  cp -a "$debian" "$machine"
  cp "$(readlink -f "$(command -v node)")" "$machine/usr/bin/node"
  chroot "$machine" node --version >/dev/null 2>&1 || skip "the node of this machine does not run on Debian $SUITE"
  echo '127.0.0.1 localhost' >"$machine/etc/hosts"
  : >"$machine/etc/machine-id"
  chroot "$machine" useradd -m -s /bin/bash -u 1000 ana
  chroot "$machine" useradd -m -s /bin/bash -u 1001 bob
  # Found by who logs in, not by what systemd starts, as on machines with a package manager of the user's.
  mkdir -p "$machine/opt/tools"
  mv "$machine/usr/bin/git" "$machine/opt/tools/git"
  echo 'PATH=$PATH:/opt/tools' >>"$machine/home/ana/.profile"
  node scripts/pack-agent.mjs "$work" >/dev/null
  npm install -g --silent --offline --omit=optional --no-audit --prefix "$machine/usr/local" "$work"/teamlore-agent-*.tgz
  chroot "$machine" runuser -u ana -- env PATH="$PATH:/opt/tools" bash -c \
    'mkdir -p ~ana/shop/web && cd ~ana/shop && git init -q && git remote add origin https://git.example.com/harbour/shop.git'
}

# Runs in the new namespaces, and becomes the first process of the machine.
become_machine() {
  cd "$1"
  mount --make-rprivate /
  mount --bind . .
  cd "$1"
  mount -t proc proc proc
  mount --bind proc/sys proc/sys
  mount -o remount,bind,ro proc/sys
  if [ -e proc/sysrq-trigger ]; then mount --bind /dev/null proc/sysrq-trigger; fi
  mount -t sysfs -o ro,nosuid,nodev,noexec sysfs sys
  mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755,nosuid tmpfs dev
  local name
  for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs dev/shm
  mount -t tmpfs -o mode=755,nosuid,nodev tmpfs run
  mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs tmp
  mkdir -p old
  pivot_root . old
  umount -l old
  exec env -i container=teamlore PATH=/usr/sbin:/usr/bin:/sbin:/bin setpriv \
    --bounding-set=-sys_module,-sys_time,-sys_rawio,-syslog,-sys_boot,-net_admin,-mac_admin,-mac_override \
    /lib/systemd/systemd --log-target=journal --show-status=false
}

start_machine() {
  (
    echo "$BASHPID" >"$groups/cgroup.procs"
    exec setsid unshare --mount --pid --fork --kill-child --cgroup --ipc --uts \
      bash -euc "$(declare -f become_machine); become_machine \"\$1\"" - "$machine" </dev/null >"$work/machine.log" 2>&1
  ) &
  local outer=$! state=
  for _ in $(seq 100); do
    init=$(pgrep -P "$outer" || true)
    [ -n "$init" ] && break
    sleep 0.1
  done
  for _ in $(seq 150); do
    state=$(inside systemctl is-system-running 2>/dev/null || true)
    case $state in running | degraded) return 0 ;; esac
    sleep 0.2
  done
  echo "systemd: the machine did not start ($state)" >&2
  cat "$work/machine.log" >&2
  return 1
}

# As root in the machine.
inside() {
  nsenter --target "$init" --mount --pid --cgroup --ipc --uts -- \
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LANG=C.UTF-8 "$@"
}

# As a user who logs in for one line of shell.
as() { inside runuser -l "$1" -c "$2"; }

is_off() { ! kill -0 "$init" 2>/dev/null; }

wait_until_off() {
  for _ in $(seq 300); do
    if is_off; then return 0; fi
    sleep 0.1
  done
  cut_power
}

stop_machine() {
  inside systemctl poweroff
  wait_until_off
}

cut_power() {
  kill -9 "$init"
  while ! is_off; do sleep 0.1; done
}

finish() {
  if [ -n "$init" ] && ! is_off; then cut_power; fi
  stop_server
  find "$groups" -depth -type d -exec rmdir {} + 2>/dev/null || true
  rm -rf "$work"
}
