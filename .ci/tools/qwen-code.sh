# Qwen Code, which asks the model by the protocol of OpenAI's chat completions. It needs a newer Node than Teamlore.
package=@qwen-code/qwen-code@0.24.4
beside=node@22
source=qwen-code

configure() {
  environment=(OPENAI_BASE_URL="$model/v1" OPENAI_API_KEY=sk-fake OPENAI_MODEL=fake-model QWEN_CODE_SUPPRESS_YOLO_WARNING=1)
  mkdir -p "$home/.qwen"
  cat >"$home/.qwen/settings.json" <<JSON
{
  "security": { "auth": { "selectedType": "openai" } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false }
}
JSON
}

ask() { run_tool qwen --yolo --prompt "$1"; }
go_on() { run_tool qwen --yolo --continue --prompt "$1"; }
writes() { printf '{"text":"I write it.","call":"write_file","input":{"file_path":"%s/%s","content":"%s\\n"}}' "$project" "$1" "$2"; }
# Of a command that ends at once it sometimes misses what was printed.
runs() { printf '{"call":"run_shell_command","input":{"command":"%s; sleep 1","description":"As asked","is_background":false}}' "$1"; }
