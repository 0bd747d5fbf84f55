# GitHub Copilot CLI with a model of one's own, which it asks by OpenAI's protocol of chat completions. `lore hooks` knows none of it.
package=@github/copilot@1.0.102
source=copilot-cli

configure() {
  environment=(COPILOT_OFFLINE=true COPILOT_AUTO_UPDATE=false COPILOT_PROVIDER_BASE_URL="$model/v1"
    COPILOT_PROVIDER_API_KEY=sk-fake COPILOT_MODEL=gpt-4.1)
}

ask() { run_tool copilot --allow-all-tools -p "$1"; }
go_on() { run_tool copilot --allow-all-tools --continue -p "$1"; }
writes() { printf '{"text":"I write it.","call":"create","input":{"path":"%s/%s","file_text":"%s\\n"}}' "$project" "$1" "$2"; }
runs() { printf '{"call":"bash","input":{"command":"%s","description":"As asked"}}' "$1"; }
