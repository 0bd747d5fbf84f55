# Kilo CLI, made from OpenCode, which asks the model by OpenAI's protocol of chat completions. `lore hooks` does not know it.
package=@kilocode/cli@7.7.7
source=kilo-cli

configure() {
  environment=(npm_config_offline=true KILO_TELEMETRY_LEVEL=off)
  mkdir -p "$home/.config/kilo"
  cat >"$home/.config/kilo/kilo.json" <<JSON
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
ask() { run_tool kilo run --auto $1; }
go_on() { run_tool kilo run --auto --continue $1; }
writes() { printf '{"text":"I write it.","call":"write","input":{"filePath":"%s/%s","content":"%s\\n"}}' "$project" "$1" "$2"; }
runs() { printf '{"call":"bash","input":{"command":"%s","description":"As asked"}}' "$1"; }
