# Pi, which asks the model by the protocol of OpenAI's chat completions.
package=@mariozechner/pi-coding-agent@0.73.1
source=pi
lacks=version

configure() {
  environment=(PI_OFFLINE=1 PI_TELEMETRY=0)
  mkdir -p "$home/.pi/agent"
  cat >"$home/.pi/agent/models.json" <<JSON
{
  "providers": {
    "loopback": { "baseUrl": "$model/v1", "api": "openai-completions", "apiKey": "sk-fake", "models": [{ "id": "fake-model" }] }
  }
}
JSON
}

pi_print() { run_tool pi --provider loopback --model fake-model --print "$@"; }
ask() { pi_print "$1"; }
go_on() { pi_print --continue "$1"; }
writes() { printf '{"text":"I write it.","call":"write","input":{"path":"%s","content":"%s\\n"}}' "$1" "$2"; }
runs() { printf '{"call":"bash","input":{"command":"%s"}}' "$1"; }
