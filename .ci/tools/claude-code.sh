# Claude Code, which asks the model by Anthropic's protocol of messages.
package=@anthropic-ai/claude-code@2.1.330
source=claude-code
hooks=claude-code
starter=program
costs='usage in=3000 cached=600 out=150'
offers='mcp__teamlore__'

configure() {
  environment=(ANTHROPIC_BASE_URL="$model" ANTHROPIC_API_KEY=sk-fake CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
    DISABLE_TELEMETRY=1 DISABLE_AUTOUPDATER=1 DISABLE_ERROR_REPORTING=1)
  mkdir -p "$home/.claude"
  printf '{ "theme":   "dark" }' >"$home/.claude/settings.json"
}

claude_print() { run_tool claude -p --permission-mode acceptEdits --allowedTools=Bash,Write "$@"; }
ask() { claude_print "$1"; }
go_on() { claude_print --continue "$1"; }
writes() { printf '{"text":"I write it.","call":"Write","input":{"file_path":"%s/%s","content":"%s\\n"}}' "$project" "$1" "$2"; }
more() {
  says "$(printf '{"call":"Agent","input":{"description":"Sound","prompt":"Sound the harbour","subagent_type":"general-purpose"}}')" \
    '{"text":"Three fathoms."}' '{"text":"Three fathoms."}' '{"text":"Three fathoms."}'
  check 'it asks an agent of its own' 'Three fathoms' run_tool claude -p --allowedTools=Agent 'How deep is it?'
  check 'both sessions are sent' '2 sessions with' in_home lore import
  check 'what the agent was asked is no prompt' '  injected: text Sound the harbour$' facts
  check 'the agent belongs to who asked it' 'prompts=0 edits=0 subagents=1' facts
}
runs() { printf '{"call":"Bash","input":{"command":"%s","description":"As asked"}}' "$1"; }
