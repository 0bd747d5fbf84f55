# Codex, which asks the model by the protocol of OpenAI's Responses.
package=@openai/codex@0.169.0
source=codex
hooks=codex
starter=program
complaints='hook: .* Failed|[Ee]rror'
offers='mcp__teamlore'
environment=(MODEL_KEY=sk-fake)

configure() {
  mkdir -p "$home/.codex"
  cat >"$home/.codex/config.toml" <<TOML
# Mine.
model = "gpt-5.5"
model_provider = "loopback"
check_for_update_on_startup = false

[model_providers.loopback]
name = "loopback"
base_url = "$model/v1"
env_key = "MODEL_KEY"
wire_api = "responses"

[analytics]
enabled = false
TOML
}

# Whoever starts it for the first time is asked whether to trust the hooks: here nobody is.
codex_exec() { run_tool codex exec --dangerously-bypass-approvals-and-sandbox --dangerously-bypass-hook-trust "$@"; }
ask() { codex_exec "$1"; }
go_on() { codex_exec resume --last "$1"; }
writes() { printf '{"text":"I write it.","call":"apply_patch","input":"*** Begin Patch\\n*** Add File: %s\\n+%s\\n*** End Patch"}' "$1" "$2"; }
more() {
  says '{"call":"spawn_agent","namespace":"multi_agent_v1","input":{"message":"Sound the harbour"}}' '{"text":"Three fathoms."}' '{"text":"Three fathoms."}'
  check 'it asks an agent of its own' 'Three fathoms' ask 'How deep is it?'
  check 'both sessions are sent' '2 sessions with' in_home lore import
  check 'what the agent was asked is no prompt' '  injected: text Sound the harbour$' facts
  check 'the agent belongs to who asked it' 'prompts=0 edits=0 subagents=1' facts
  says '{"text":"{\"findings\":[],\"overall_correctness\":\"patch is correct\",\"overall_explanation\":\"Shipshape.\",\"overall_confidence_score\":1}"}'
  check 'it reviews' 'Shipshape' codex_exec review --uncommitted
  check 'the review is sent' '2 sessions with' in_home lore import
  check 'with what its reviewer found' '  assistant: text .*overall_correctness' facts
}
runs() { printf '{"call":"exec_command","input":{"cmd":"%s"}}' "$1"; }
