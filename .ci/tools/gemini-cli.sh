# Gemini CLI, which asks the model by the protocol of Gemini.
package=@google/gemini-cli@0.61.0
source=gemini-cli
hooks=gemini
offers='mcp_teamlore_'
lacks=version
complaints='[Hh]ook|[Ee]rror'

configure() {
  environment=(GOOGLE_GEMINI_BASE_URL="$model" GEMINI_API_KEY=fake GEMINI_CLI_TRUST_WORKSPACE=true)
  mkdir -p "$home/.gemini"
  cat >"$home/.gemini/settings.json" <<JSON
{
  // Mine.
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
  "privacy": { "usageStatisticsEnabled": false }
}
JSON
}

gemini_print() { run_tool gemini --model gemini-2.5-pro --yolo "$@"; }
ask() { gemini_print --prompt "$1"; }
go_on() { gemini_print --resume latest --prompt "$1"; }
writes() { printf '{"text":"I write it.","call":"write_file","input":{"file_path":"%s/%s","content":"%s\\n"}}' "$project" "$1" "$2"; }
runs() { printf '{"call":"run_shell_command","input":{"command":"%s","description":"As asked"}}' "$1"; }

# It writes down twice what its tools answered, and a third time when it goes on.
more() { check 'what the command printed is told once' '^1$' grep -c '^Output: high at six' <(facts); }

is_asked() {
  says "$long" "$long" '{"text":"It is low at noon."}' '{"text":"There was nothing to hand over."}' '{"text":"It is low at ten."}'
  ask 'When is the tide high?' >/dev/null 2>&1
  go_on 'And tomorrow?' >/dev/null 2>&1
  check 'a long session goes on' 'low at noon' go_on 'And when is it low?'
  check 'and on' 'low at ten' go_on 'And tomorrow?'
}
