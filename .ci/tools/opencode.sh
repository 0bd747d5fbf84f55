# OpenCode, which asks the model by OpenAI's protocol of chat completions.
package=opencode-ai@1.18.33
source=opencode
hooks=opencode
offers='teamlore_'

configure() {
  # It would look for its own packages and for models before anything else.
  environment=(npm_config_offline=true OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_LSP_DOWNLOAD=1)
  mkdir -p "$home/.config/opencode" "$home/.cache/opencode"
  echo '{}' >"$home/.cache/opencode/models.json"
  printf 18 >"$home/.cache/opencode/version"
  settings >"$home/.config/opencode/opencode.json"
}

settings() {
  cat <<JSON
{
  "autoupdate": false, "share": "disabled", "model": "loopback/wave-1",
  "provider": { "loopback": {
    "npm": "@ai-sdk/openai-compatible",
    "options": { "baseURL": "$model/v1", "apiKey": "sk-fake" },
    "models": { "wave-1": { "limit": { "context": 100000, "output": 8000 } } }
  } }
}
JSON
}

# A word with spaces in it comes to be in quotes, which nobody typed.
ask() { run_tool opencode run $1; }
go_on() { run_tool opencode run --continue $1; }
writes() { printf '{"text":"I write it.","call":"write","input":{"filePath":"%s/%s","content":"%s\\n"}}' "$project" "$1" "$2"; }
runs() { printf '{"call":"bash","input":{"command":"%s","description":"As asked"}}' "$1"; }

more() {
  try_subagent
  try_fork
}

try_subagent() {
  says '{"call":"task","input":{"description":"Find the keeper","prompt":"Who keeps the pier?","subagent_type":"general"}}' \
    '{"text":"Ana keeps it."}' '{"text":"It is Ana."}'
  check 'it has another one ask for it' 'It is Ana' ask 'Find out who keeps the pier.'
  check 'of which both sessions are sent' '2 sessions with' in_home lore import
  check 'one as that of a subagent' '^session subagent branch=pier' facts
  check 'in which nothing is typed by a person' '!human: text Who keeps' facts
}

try_fork() {
  says '{"text":"Since spring."}'
  check 'a copy of the session goes on' 'Since spring' run_tool opencode run --continue --fork Since when
  check 'and is sent' '1 session with' in_home lore import
  check 'as a fork' '^session fork' facts
}

# With a program of its own behind the conversation, as its window has one: `run` ends with the turn.
is_asked() {
  says "$long" "$long" '{"text":"It is low at noon."}' '{"text":"There was nothing to hand over."}' '{"text":"It is low at ten."}'
  run_server=
  (cd "$project" && exec env -i HOME="$home" PATH="$work/lore/bin:$bin:$PATH" LANG=C.UTF-8 TERM=dumb "${environment[@]}" \
    timeout 120 opencode serve --port 4977 </dev/null >"$home/serve.log" 2>&1) &
  run_server=$!
  local at=http://127.0.0.1:4977 session
  soon 'it serves' 60 curl --noproxy "*" -sf "$at/session"
  session=$(curl --noproxy "*" -sf -X POST -H 'content-type: application/json' -d '{}' "$at/session" | sed 's/.*"id":"\(ses_[^"]*\)".*/\1/')
  prompt() { curl --noproxy "*" -sf -X POST -H 'content-type: application/json' -d "{\"parts\":[{\"type\":\"text\",\"text\":\"$1\"}]}" "$at/session/$session/message"; }
  prompt 'When is the tide high?' >/dev/null
  prompt 'And tomorrow?' >/dev/null
  check 'a long session goes on' 'low at noon' prompt 'And when is it low?'
  soon 'it is asked' 15 grep -q 'Before you stop: Teamlore keeps' "$work/$tool/model/requests.jsonl"
  sleep 2
  check 'and goes on' 'low at ten' prompt 'And tomorrow?'
  kill "$run_server"
  wait "$run_server" || true
}
