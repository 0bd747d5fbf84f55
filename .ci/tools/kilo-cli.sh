# Kilo CLI, made from OpenCode and told the same. `lore hooks` does not know it.
source .ci/tools/opencode.sh
package=@kilocode/cli@7.7.7
source=kilo-cli
hooks=

configure() {
  environment=(npm_config_offline=true KILO_TELEMETRY_LEVEL=off)
  mkdir -p "$home/.config/kilo"
  settings >"$home/.config/kilo/kilo.json"
}

ask() { run_tool kilo run --auto $1; }
go_on() { run_tool kilo run --auto --continue $1; }
more() { :; }
