# Cline's command line, which asks the model by OpenAI's protocol of chat completions. `lore hooks` does not know it.
# It goes on with a session only for somebody at a terminal.
package=cline@3.0.65
source=cline
environment=(CLINE_TELEMETRY_DISABLED=1)

configure() {
  run_tool cline auth --provider openai-compatible --apikey sk-fake --modelid wave-1 --baseurl "$model/v1" >/dev/null 2>&1
}

ask() { run_tool cline --json "$1"; }
writes() { printf '{"text":"I write it.","call":"editor","input":{"path":"%s/%s","new_text":"%s\\n"}}' "$project" "$1" "$2"; }
runs() { printf '{"call":"run_commands","input":{"commands":["%s"]}}' "$1"; }
