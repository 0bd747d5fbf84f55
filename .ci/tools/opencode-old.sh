# OpenCode from before it had a database, and plugins with an `id`: it calls whatever a plugin exports.
source .ci/tools/opencode.sh
package=opencode-ai@1.1.31
more() { try_subagent; }
