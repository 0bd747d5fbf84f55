#!/usr/bin/env bash
# `lore` as on Windows: the packed agent, installed by npm, under Wine and a Node for Windows, against a server on this machine.
# Wine is no Windows; what it cannot do, such as running scheduled tasks, is not tried. Two minutes, and as much to fetch Wine.
# usage: .ci/wine.sh [20|22|24]     (root, Debian or Ubuntu, after `npm run build`). Not a part of .ci/run: it fetches packages.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/wine-prefix.sh

readonly ID=11111111-2222-4333-8444-555555555555
written=0

# Words of a check are lines of cmd.
run_words() { windows "$@"; }
evidence() { tail -n 5 "$drive/lore/watch.log"; find "$hooks"; }

# Adds messages to the session, with the ends of lines of Windows.
write() {
  local last=$((written + $1)) file="$home/.claude/projects/C--Users-Ana-shop/$ID.jsonl"
  mkdir -p "${file%/*}"
  while [ "$written" -lt "$last" ]; do
    written=$((written + 1))
    printf '{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"C:\\\\Users\\\\Ana Müller\\\\R&D größe","sessionId":"%s","version":"2.0.1","gitBranch":"main","type":"user","message":{"role":"user","content":"question %d"},"uuid":"%08d-0000-4000-8000-000000000000","timestamp":"2026-05-02T09:00:00.000Z"}\r\n' \
      "$ID" "$written" "$written"
  done >>"$file"
  own
}

messages() {
  LORE_SERVER=$server LORE_KEY=$(cat "$work/server/admin-key") LORE_CONFIG_DIR=$work/host node apps/agent/bin/lore.mjs status --json |
    node -p 'JSON.parse(require("fs").readFileSync(0)).stats.messages'
}
has_all() { [ "$(messages)" = "$written" ]; }
is_watching() { grep -q watching "$drive/lore/watch.log"; }
gone() { [ ! -e "$1" ]; }
there() { [ -e "$1" ]; }

watch() {
  rm -f "$drive/lore/watch.log"
  printf '@echo off\r\n"C:\\Program Files\\nodejs\\node.exe" "C:\\Program Files\\nodejs\\node_modules\\@teamlore\\agent\\bin\\lore.mjs" watch >C:\\lore\\watch.log 2>&1\r\n' >"$drive/lore/watch.cmd"
  in_wine wine cmd /d /c 'C:\lore\watch.cmd' </dev/null >/dev/null 2>&1 &
  soon "$1" 30 is_watching
}

# What a tool does: it has a shell run the command of its settings, with JSON on its input.
hook() { printf '%s' "cd /d \"%USERPROFILE%\" & cd R* & call node C:\\lore\\hook.js $*"; }

need
trap finish EXIT
make_prefix
start_server
hooks="$home/AppData/Local/teamlore/Data/agent/hooks"
mkdir -p "$home/R&D größe" "$home/.claude" "$home/.gemini"
printf '{\r\n  "theme": "dark"\r\n}\r\n' >"$home/.claude/settings.json"
cat >"$drive/lore/hook.js" <<'JS'
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const [folder, event] = process.argv.slice(2)
const { hooks } = JSON.parse(readFileSync(`${process.env.USERPROFILE}\\${folder}\\settings.json`, 'utf8'))
const { status, stdout } = spawnSync(hooks[event][0].hooks[0].command, { shell: true, input: '{"session_id":"1"}', encoding: 'utf8' })
console.log(`ended with ${status}: ${stdout}`)
JS
write 1

echo "— Node $NODE, $(in_wine wine --version)"
check 'npm installs it' 'added 1 package' 'call npm.cmd install -g --offline --omit=optional --no-audit --no-fund C:\lore\agent.tgz'
check 'it tells its version' '^0\.' 'call lore --version'
check 'it tells what it can do' 'lore|Usage' 'call lore --help'
check 'status asks for a login' 'not logged in' 'call lore status'
check 'scan sends nothing and finds the session' '1 session' 'call lore scan'
check 'a login works, and is kept where Windows keeps settings' 'AppData.Roaming.teamlore' "call lore login --server $server --key $(cat "$work/server/admin-key")"
check 'doctor takes the settings for closed' 'yours alone' 'call lore doctor'

echo '— sessions'
check 'import sends what is there' '1 session with 1 message' 'call lore import'
check 'twice it has nothing to send' 'Nothing new' 'call lore import'
check 'its project is the folder, by a name with more than plain letters' 'R&D größe' 'call lore sessions --json'
# A command of git's shell, which names drives as folders, and its result.
kept="$home/.claude/projects/C--Users-Ana-shop/33333333-2222-4333-8444-555555555555.jsonl"
mkdir -p "$drive/kept"
printf '# all of it\r\n' >"$drive/kept/.loreignore"
{
  printf '{"parentUuid":null,"cwd":"C:\\\\Users\\\\Ana Müller\\\\R&D größe","sessionId":"33333333-2222-4333-8444-555555555555","version":"2.0.1","type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"cat /c/kept/a.txt"}}]},"uuid":"10000001-0000-4000-8000-000000000000","timestamp":"2026-05-02T09:00:00.000Z"}\r\n'
  printf '{"parentUuid":"10000001-0000-4000-8000-000000000000","cwd":"C:\\\\Users\\\\Ana Müller\\\\R&D größe","sessionId":"33333333-2222-4333-8444-555555555555","version":"2.0.1","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"lighthouse"}]},"uuid":"10000002-0000-4000-8000-000000000000","timestamp":"2026-05-02T09:00:01.000Z"}\r\n'
} >"$kept"
own
check 'a session that read what a folder keeps to itself is sent' '1 session with 2 messages' 'call lore import'
written=$((written + 2))
check 'without what it read' 'left out' 'call lore search --json loreignore'
check 'under whatever name of its drive' '"items": \[\]' 'call lore search --json lighthouse --limit 5'
long="$home/.claude/projects/$(printf 'long-%.0s' $(seq 40))"
mkdir -p "$long"
sed "s/$ID/22222222-2222-4333-8444-555555555555/; s/00000001-0000/99999999-0000/" "$home/.claude/projects/C--Users-Ana-shop/$ID.jsonl" >"$long/22222222-2222-4333-8444-555555555555.jsonl"
own
check 'a path of more than 260 letters is no matter' '1 session with 1 message' 'call lore import'
written=$((written + 1))

echo '— watch'
watch 'it watches'
write 1
soon 'what is written arrives, long before the next look at everything' 15 has_all
check 'no file had to be left to the looks from time to time' '!cannot be watched' 'type C:\lore\watch.log'
check 'a second one ends at once' 'runs already' 'call lore watch'
check 'it is killed' 'terminated' 'taskkill /F /IM node.exe'
write 1
watch 'and goes on'
soon 'with what was written meanwhile' 15 has_all

echo '— hooks'
check 'they are installed' 'Done' 'call lore hooks install --tool claude-code --tool gemini'
check 'settings keep their ends of lines' '^0$' "node -p \"require('fs').readFileSync(process.env.USERPROFILE + '/.claude/settings.json', 'utf8').split(/[^\\r]\\n/).length - 1\""
mkdir -p "$hooks/briefs/C/users/$USER_NAME/R&D größe"
echo '{"brief":"here"}' >"$hooks/briefs/C/users/$USER_NAME/R&D größe/hook.json"
own
soon 'the watch says that it is alive' 10 there "$hooks/alive"
check 'a session begins with the brief of its folder, as Claude Code has it run' 'ended with 0: .*here' "$(hook .claude SessionStart)"
soon 'the watch hears of it' 10 gone "$hooks/nudges"
check 'and nobody else was started' '!starting|worker' 'dir /b "%LOCALAPPDATA%\teamlore\Data\agent\hooks"'
check 'the watch is killed' 'terminated' 'taskkill /F /IM node.exe'
rm -rf "$hooks/alive"
check 'a hook does not take what it left for a watch' 'ended with 0' "$(hook .gemini SessionEnd)"
soon 'but has somebody work' 10 there "$hooks/worker.pid"
soon 'who ends when all is done' 30 gone "$hooks/worker.pid"
check 'what hooks did was counted' '"told":1' 'type "%LOCALAPPDATA%\teamlore\Data\agent\hooks\counts.json"'
check 'they are taken out' 'Done' 'call lore hooks uninstall'
check 'and the settings are as before' 'theme": "dark"' 'type "%USERPROFILE%\.claude\settings.json"'

echo '— the task'
check 'the Task Scheduler takes it' 'scheduled task' 'call lore daemon install'
check 'and once more, in place of the one before' 'scheduled task' 'call lore daemon install'
tell "$(there "$drive/windows/system32/tasks/Teamlore agent" && echo yes)" 'and keeps it' "$(ls "$drive/windows/system32/tasks")"
# As the Task Scheduler does, without a shell around it.
node --import tsx --input-type=module >"$drive/lore/task.js" <<'JS'
import { windowsTask } from './apps/agent/src/service/windows-task.ts'
const folder = 'C:\\lore\\100% & %PATH%! ^1'
const command = ['C:\\Program Files\\nodejs\\node.exe', '-p', 'process.env.CLAUDE_CONFIG_DIR']
const spec = { command, environment: { CLAUDE_CONFIG_DIR: folder }, logFile: `${folder}.log`, version: '1' }
const line = /--headless cmd.exe (.*)<\/Arguments>/.exec(windowsTask(spec, 'ana'))[1]
const text = line.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
console.log(`require('node:child_process').spawnSync('cmd.exe', [${JSON.stringify(text)}], { windowsVerbatimArguments: true, stdio: 'inherit' })`)
console.log(`console.log(require('node:fs').readFileSync(${JSON.stringify(spec.logFile)}, 'utf8'))`)
JS
check 'cmd runs its command, and what it says is kept' '100% & %PATH%! \^1' 'node C:\lore\task.js'

printf '\n%s failed, %s s\n' "$failed" "$SECONDS"
[ "$failed" = 0 ]
