# The command line of Continue, which asks the model by the protocol of OpenAI's chat completions.
package=@continuedev/cli@1.5.47
source=continue
lacks='version times'

configure() {
  environment=(CONTINUE_TELEMETRY_ENABLED=0 CONTINUE_METRICS_ENABLED=0)
  mkdir -p "$home/.continue"
  cat >"$home/.continue/config.yaml" <<YAML
name: loopback
version: 1.0.0
schema: v1
models:
  - name: loopback
    provider: openai
    model: fake-model
    apiBase: $model/v1/
    apiKey: sk-fake
    roles: [chat]
YAML
}

continue_print() { run_tool cn --auto --config "$home/.continue/config.yaml" "$@"; }
ask() { continue_print --print "$1"; }
go_on() { continue_print --resume --print "$1"; }
writes() { printf '{"text":"I write it.","call":"Write","input":{"filepath":"%s/%s","content":"%s\\n"}}' "$project" "$1" "$2"; }
runs() { printf '{"call":"Bash","input":{"command":"%s"}}' "$1"; }
