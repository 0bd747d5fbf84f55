# For .ci/tools.sh: what is tried with each tool. A tool is a file beside this one, which says
#   package        with its version, of the registry of npm; beside: what else of there it needs
#   source         what `lore` calls its sessions; hooks: what `lore hooks` calls it, empty where there are none
#   configure      writes its settings: the model at $model, nothing sent elsewhere, nothing asked
#   ask TEXT       runs it once with a prompt; go_on TEXT: the session before continued, where it does that with nobody at it.
#                  Both by `run_tool`
#   writes NAME TEXT, runs COMMAND    the turn of the model that has it write a file, or run a command
#   costs          the usage told of three answers, as its protocol counts them; complaints: what it must not say of hooks
#   offers         a pattern of what it sends to the model where the tools of the MCP server are on offer
#   lacks          what it does not write down: version, times
#   starter        `program` where it writes down that nobody was at it: then no prompt was typed, and nothing is distilled
#   is_asked       works until its agent is to be asked what it found, where that is tried; `long` is an answer long enough
#   more           checks of its own, where it has any

tool=
home=
project=
model=
model_pid=
watch_pid=

evidence() { facts; tail -n 3 "$home/watch.log"; }

# As in a shell of somebody who has nothing but these tools.
in_home() {
  (cd "$project" && exec env -i HOME="$home" PATH="$work/lore/bin:$bin:$PATH" LANG=C.UTF-8 TERM=dumb "$@")
}
run_tool() { in_home "${environment[@]}" timeout 60 "$@" </dev/null; }
facts() { node .ci/tools/facts.mjs "$server" "$(cat "$work/server/admin-key")" "$source" "$project"; }
has() { facts | grep -qE -e "$1"; }
asked() { cat "$work/$tool/model/requests.jsonl"; }

# says TURN…: what the model answers from now on.
says() {
  printf '%s\n' "$@" >"$work/$tool/model/turns.jsonl"
  : >"$work/$tool/model/requests.jsonl"
}

start_model() {
  mkdir -p "$work/$tool/model"
  says
  node .ci/tools/model.mjs "$work/$tool/model" &
  model_pid=$!
  for _ in $(seq 50); do [ -f "$work/$tool/model/address" ] || sleep 0.1; done
  model=$(cat "$work/$tool/model/address")
}

stop_tool() {
  local pid
  for pid in $watch_pid $model_pid; do kill "$pid" 2>/dev/null || true; done
  watch_pid= model_pid=
}

make_project() {
  home=$work/$tool/home project=$work/$tool/harbour
  mkdir -p "$home" "$project"
  git -C "$project" init -q -b pier
  git -C "$project" remote add origin "https://git.example.com/harbour/$tool.git"
  git -C "$project" -c user.name=Ana -c user.email=ana@example.com commit -q --allow-empty -m Begin
}

try_tool() {
  tool=$1 environment=() hooks= offers= lacks= starter=person complaints='[Hh]ook|[Ee]rror|[Ww]arn'
  costs='usage in=2400 cached=600 out=150'
  more() { :; }
  unset -f go_on is_asked
  source ".ci/tools/$tool.sh"
  bin=$SERVICES_HOME/tools/${package//\//-}/node_modules/.bin
  make_project
  start_model
  configure
  in_home lore login --server "$server" --key "$(cat "$work/server/admin-key")" >/dev/null 2>&1
  echo "— $package"
  try_capture
  more
  if [ -n "$hooks" ]; then try_hooks; fi
  stop_tool
}

try_capture() {
  local held
  says "$(writes tide.txt 'high at six')" "$(runs 'cat tide.txt')" '{"text":"The tide table is written."}'
  check 'it writes a file and runs a command' 'The tide table is written' ask 'Write down when the tide is high.'
  check 'the session is sent' '1 session with' in_home lore import
  check 'nothing in it is of a kind unknown' 'unknown=0' facts
  held=$(facts)
  holds() { check "$1" "$2" echo "$held"; }
  if [ $starter = program ]; then
    holds 'with the prompt, which nobody typed' ' injected: text Write down when the tide is high\.$'
    holds 'and no other' 'prompts=0'
  else
    holds 'with the prompt, as typed by a person' ' human: text Write down when the tide is high\.$'
    holds 'and no other' 'prompts=1'
  fi
  holds 'the call that wrote' " assistant: call .*high at six"
  holds 'the command and what it printed' ' tool_result: result .*high at six|^(Output: )?high at six$'
  holds 'the answer' ' assistant: text The tide table is written\.$'
  holds 'the file, with its lines' 'file .*harbour/tide\.txt \+1$'
  case $lacks in
    *version*) holds 'the branch, though no version' 'branch=pier version=null$' ;;
    *) holds 'the branch and the version' "branch=pier version=${package##*@}$" ;;
  esac
  holds 'the model' 'models [^;]*[a-z]'
  holds 'what it cost' "$costs"
  case $lacks in *times*) ;; *) holds 'and a time for everything' '!no-time' ;; esac
  check 'twice there is nothing to send' 'Nothing new' in_home lore import
  if declare -F go_on >/dev/null; then try_to_go_on; fi
}

try_to_go_on() {
  says '{"text":"The tide is low at noon."}'
  check 'the session goes on' 'low at noon' go_on 'And when is it low?'
  check 'what is new is sent' '1 session with' in_home lore import
  check 'to the session there is' '^1$' grep -c '^session main' <(facts)
  [ $starter = program ] || check 'with both prompts' 'prompts=2' facts
  check 'and what is new of the cost' 'out=200' facts
}

try_hooks() {
  local settings=$work/$tool/settings
  cp -a "$home" "$settings"
  check 'hooks are installed' 'Done' in_home lore hooks install --tool "$hooks"
  check 'and taken out again' 'Done' in_home lore hooks uninstall
  check 'which leaves all settings as they were' '^$' diff -r --exclude=teamlore "$settings" "$home"
  in_home lore hooks install --tool "$hooks" >/dev/null 2>&1
  in_home lore watch >"$home/watch.log" 2>&1 &
  watch_pid=$!
  soon 'a watch runs' 15 grep -q watching "$home/watch.log"
  says '{"text":"The pier is closed."}'
  check 'the tool runs with hooks, and says nothing of them' "!$complaints" ask 'Is the pier open?'
  soon 'the session is there without anybody asking' 15 has '(human|injected): text Is the pier open'
  [ $starter = program ] || soon 'the brief of the project is fetched' 30 grep -qr 'when the tide' "$home/.local/share/teamlore/agent/hooks/briefs"
  says '{"text":"It is open again."}'
  check 'another session is begun' 'open again' ask 'Is the pier open now?'
  [ $starter = program ] || check 'the model is given the brief' 'quoted by Teamlore.*when the tide' asked
  check 'and offered the tools of the MCP server' "$offers" asked
  soon 'the session is there' 15 has 'assistant: text It is open again'
  check 'in which the brief is no prompt' '!human: .*Teamlore' facts
  check 'in which nothing is of a kind unknown' '!unknown=[1-9]' facts
  [ $starter = program ] || check 'status tells of the briefs given' 'brief' in_home lore status
  if declare -F is_asked >/dev/null; then try_asking; fi
  kill "$watch_pid"
  wait "$watch_pid" || true
  watch_pid=
  says '{"text":"It is closed for good."}'
  check 'without a watch the tool runs as well' 'closed for good' ask 'And is the pier open today?'
  soon 'and the session is there' 30 has 'assistant: text It is closed for good'
  check 'hooks are taken out' 'Done' in_home lore hooks uninstall
  check 'and nothing of them is left in its settings' '^$' grep -rl teamlore-hook "$home" --include=*.json --include=*.toml --include=*.js
}

long="{\"text\":\"$(printf 'The tide is high at six, as the table says.%.0s ' $(seq 1200))\"}"

try_asking() {
  is_asked
  soon 'its agent is asked what it found' 15 grep -q 'Before you stop: Teamlore keeps' "$work/$tool/model/requests.jsonl"
  soon 'and answers' 15 has 'assistant: text There was nothing to hand over'
  check 'once' '^1$' grep -c 'assistant: text There was nothing to hand over' <(facts)
  check 'which nobody typed' '!human: .*Before you stop' facts
}
