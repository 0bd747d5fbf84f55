#!/usr/bin/env bash
# `lore daemon` under a real systemd: a Debian that is started, cut off and started again in namespaces of its own, with a
# packed `lore` in it, beside a server on this machine. Two minutes, and as much for the Debian when it is fetched first.
# usage: .ci/systemd.sh     (root, Debian or Ubuntu, after `npm run build`). Not a part of .ci/run: it fetches packages.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/systemd-machine.sh

readonly AGENT=teamlore-agent.service
readonly SESSION=home/ana/.claude/projects/-home-ana-shop/11111111-2222-4333-8444-555555555555.jsonl
written=0

evidence() { as ana "journalctl --user -u $AGENT -n 20 --no-pager; lore status"; }

# Adds messages to the session, as a coding tool does, whether the machine runs or not.
write() {
  local last=$((written + $1))
  mkdir -p "$machine/${SESSION%/*}"
  while [ "$written" -lt "$last" ]; do
    written=$((written + 1))
    printf '{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/home/ana/shop/web","sessionId":"11111111-2222-4333-8444-555555555555","version":"2.0.1","gitBranch":"main","type":"user","message":{"role":"user","content":"question %d"},"uuid":"%08d-0000-4000-8000-000000000000","timestamp":"2026-05-02T09:00:00.000Z"}\n' \
      "$written" "$written"
  done >>"$machine/$SESSION"
  chown -R 1000:1000 "$machine/home/ana/.claude"
}

messages() { as ana 'lore status --json' | node -p 'JSON.parse(require("fs").readFileSync(0)).stats.messages'; }
has_all() { [ "$(messages)" = "$written" ]; }
runs() { as ana 'lore daemon status' | grep -q 'and running'; }
is_over() { ! inside pgrep -f 'lore watch'; }
watcher() { as ana "systemctl --user show $AGENT -P MainPID"; }
was_restarted() { [ "$(as ana "systemctl --user show $AGENT -P NRestarts")" -ge 1 ]; }

need
trap finish EXIT
make_machine
start_server
start_machine

write 1
check 'nobody has installed it yet' 'Not installed' as ana 'lore daemon status'
check 'it is not installed for nobody' 'You are not logged in' as ana 'lore daemon install'
check 'a login works' 'Logged in to' as ana "lore login --server $server --key $(cat "$work/server/admin-key")"

echo '— without lingering'
check 'install tells what has it run from the start of the machine on' 'sudo loginctl enable-linger ana' as ana 'lore daemon install'
soon 'what was there before arrives' 30 has_all
soon 'it ends some time after the user is gone' 60 is_over
inside loginctl enable-linger ana
soon 'with lingering it runs though nobody is logged in' 30 runs

echo '— installed'
check 'installed again it is the same' 'installed already, as a systemd user unit, and runs' as ana 'lore daemon install'
check 'lingering that is on already is no matter' '!note' as ana 'lore daemon install'
check 'status says so' 'Installed as a systemd user unit and running' as ana 'lore daemon status'
check 'status says so to scripts' '"running": true' as ana 'lore daemon status --json'
check 'doctor finds nothing' 'All is well' as ana 'lore doctor'
check 'systemd finds nothing to say about the unit' '^$' as ana "systemd-analyze --user verify $AGENT"
check 'it makes way for others' '^1[0-9] idle 0077$' as ana "p=\$(systemctl --user show $AGENT -P MainPID); echo \$(ps -o ni= -p \$p) \$(ionice -p \$p) \$(sed -n 's/Umask:\t//p' /proc/\$p/status)"
check 'its repository is known by a git that only logins find' 'shop.git|harbour/shop' as ana 'lore sessions --json'
write 1
soon 'what is written arrives' 15 has_all
check 'the journal names it and reads well' 'lore\[[0-9]+\]: .* sent' as ana "journalctl --user -u $AGENT --no-pager"
check 'the journal holds no key and nothing of a session' '!tlk_|question' as ana "journalctl --user -u $AGENT --no-pager"
check 'after `su`, which knows of no systemd, it is found all the same' 'and running' as ana 'env -u XDG_RUNTIME_DIR -u DBUS_SESSION_BUS_ADDRESS lore daemon status'
check 'a shell with an XDG_CONFIG_HOME of its own puts the unit where systemd looks' ': /home/ana/.config/systemd/user/.* Sessions are sent' as ana 'mkdir mine; cp -r .config/teamlore mine; XDG_CONFIG_HOME=$HOME/mine lore daemon install'
check 'and one without puts it right again' 'Sessions are sent from now on' as ana 'rm -r mine; lore daemon install'

echo '— killed'
inside kill -9 "$(watcher)"
write 1
check 'status tells that it ended and is started again' 'not running. It ended \(signal 9\) and is started again' as ana 'lore daemon status'
soon 'systemd starts it again' 30 was_restarted
soon 'what was written meanwhile arrives' 15 has_all

echo '— stopped'
check 'stop stops it' 'was stopped' as ana 'lore daemon stop'
check 'status says so' 'Installed as a systemd user unit, but not running' as ana 'lore daemon status'
write 1
check 'install starts it again' 'and runs' as ana 'lore daemon install'
soon 'what was written meanwhile arrives' 15 has_all

echo '— the machine goes off and on'
stop_machine
write 1
start_machine
soon 'it runs by itself' 30 runs
soon 'what was written while the machine was off arrives' 15 has_all
write 3000
sleep 1
cut_power
start_machine
soon 'after a power cut in the middle of 3,000 messages every one arrives, once' 60 has_all

echo '— removed'
check 'uninstall removes it, and tells that lingering stays' 'loginctl disable-linger ana' as ana 'lore daemon uninstall'
check 'nothing runs any more' '^0$' inside pgrep -c -f 'lore watch'
check 'nothing of it is left' '^$' inside find /home/ana/.config/systemd /run/user/1000/systemd -name 'teamlore*'
check 'systemd knows it no more' '0 loaded units' as ana 'systemctl --user list-units --all --no-pager "teamlore*"'
check 'there is nothing to remove twice' 'nothing to remove' as ana 'lore daemon uninstall'

echo '— where it cannot be installed'
check 'a user without a login is told what helps' 'sudo loginctl enable-linger bob' inside setpriv --reuid=1001 --regid=1001 --clear-groups env HOME=/home/bob lore daemon install
check 'root is told to be somebody else' 'without `sudo`' inside env HOME=/root lore daemon install
check 'so is a system that systemd did not start' 'did not start this system.*cannot be used here' chroot "$machine" env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin lore daemon install

stop_machine
printf '\n%s failed, %s s\n' "$failed" "$SECONDS"
[ "$failed" = 0 ]
