# OpenCode, which asks the model by OpenAI's protocol of chat completions.
package=opencode-ai@1.18.33
source=opencode
hooks=opencode
starter=program
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
