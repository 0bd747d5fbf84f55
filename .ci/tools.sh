#!/usr/bin/env bash
# Real coding tools with nobody at them, who ask a made-up model on loopback: that what they write is captured, and that
# they do what `lore hooks install` wrote into their settings. Each has a HOME of its own, in a network without a way out.
# A minute for each tool, and as much to fetch it.
# usage: .ci/tools.sh [TOOL …]     (root, after `npm run build`). Not a part of .ci/run: it fetches packages.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/trial.sh
source .ci/tools/trial-of-tool.sh

SERVICES_HOME=${SERVICES_HOME:-/var/tmp/teamlore-services}

skip() {
  echo "tools: skipped: $1"
  exit 0
}

# Packages as their registry has them, fetched once and kept. A tool that cannot be had is left out.
fetch_tools() {
  local name
  for name in "$@"; do
    beside=
    source ".ci/tools/$name.sh"
    bin=$(bin_of "$package")
    if [ ! -d "$bin" ]; then
      mkdir -p "${bin%/node_modules/.bin}"
      npm install --silent --no-audit --no-fund --prefix "${bin%/node_modules/.bin}" "$package" $beside || rm -rf "${bin%/node_modules/.bin}"
    fi
    if [ -d "$bin" ]; then had+=("$name"); else echo "$name: skipped: $package cannot be had"; fi
  done
}
bin_of() { echo "$SERVICES_HOME/tools/${1//\//-}/node_modules/.bin"; }

if [ "${1-}" != --inside ]; then
  [ "$(id -u)" = 0 ] || skip 'needs root, to make a network of its own'
  for program in unshare ip git npm; do
    command -v "$program" >/dev/null || skip "needs $program"
  done
  had=()
  if [ $# = 0 ]; then set -- $(basename -s .sh -a $(ls .ci/tools/*.sh | grep -v trial-of-tool)); fi
  fetch_tools "$@"
  work=$(mktemp -d /var/tmp/tools-XXXXXX)
  trap 'rm -rf "$work"' EXIT
  # Nothing that a tool started outlives it.
  unshare --net --pid --fork --kill-child --mount-proc bash "$0" --inside "$work" ${had[@]+"${had[@]}"}
  exit
fi

work=$2
shift 2
ip link set lo up
start_server
node scripts/pack-agent.mjs "$work" >/dev/null
npm install -g --silent --offline --omit=optional --no-audit --prefix "$work/lore" "$work"/teamlore-agent-*.tgz
for name in "$@"; do try_tool "$name"; done

printf '\n%s failed, %s s\n' "$failed" "$SECONDS"
[ "$failed" = 0 ]
