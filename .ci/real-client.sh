#!/usr/bin/env bash
# A coding tool as its maker ships it connects to the built server by OAuth, without a key: apps/server/e2e/real-client.test.ts.
# Too large for each run of CI. usage: .ci/real-client.sh [VERSION of opencode-ai]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --no-audit --no-fund "opencode-ai@${1:-1.18.33}"
TEST_OPENCODE=$folder/node_modules/.bin/opencode node scripts/test.mjs --e2e apps/server/e2e/real-client.test.ts
