#!/usr/bin/env bash
# The coding agents that `lore distil` asks, themselves, with nobody at them, against providers on loopback: that they answer, that they
# read and start nothing of what is planted, and what they say at each fault. Six minutes for all, and as much to fetch them.
# usage: .ci/own-agents.sh [claude|codex|gemini|opencode|copilot …]. Not a part of .ci/run: it fetches packages.
set -euo pipefail
cd "$(dirname "$0")/.."

SERVICES_HOME=${SERVICES_HOME:-/var/tmp/teamlore-services}
declare -A PACKAGES=(
  [claude]=@anthropic-ai/claude-code@2.1.332
  [codex]=@openai/codex@0.171.0
  [gemini]=@google/gemini-cli@0.61.0
  [opencode]=opencode-ai@1.18.33
  [copilot]=@github/copilot@1.0.102
)
[ $# -gt 0 ] || set -- claude codex gemini opencode copilot

if [ "${OWN_AGENTS_BIN-}" = '' ]; then
  folder=$SERVICES_HOME/own-agents
  mkdir -p "$folder"
  [ -f "$folder/package.json" ] || echo '{"private":true}' > "$folder/package.json"
  for name in "$@"; do
    package=${PACKAGES[$name]}
    if [ ! -x "$folder/node_modules/.bin/$name" ]; then
      npm install --silent --no-audit --no-fund --prefix "$folder" "$package" ||
        echo "own-agents: $name: skipped: $package cannot be had"
    fi
  done
  export OWN_AGENTS_BIN=$folder/node_modules/.bin
fi
# Codex takes no home below the system's folder for temporary files.
export OWN_AGENTS_ROOT=${OWN_AGENTS_ROOT:-/var/tmp}
had=()
for name in "$@"; do [ ! -x "$OWN_AGENTS_BIN/$name" ] || had+=("$name"); done
if [ ${#had[@]} = 0 ]; then
  echo 'own-agents: skipped: none of them is there'
  exit 0
fi
npx vitest run --project agent apps/agent/src/own-agent/real-agents.test.ts -t "^the coding agents themselves ($(IFS='|'; echo "${had[*]}"))"
