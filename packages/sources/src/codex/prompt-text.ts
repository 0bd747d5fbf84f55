import type { Block, MessageKind } from '@teamlore/shared'

/** What the client puts into the conversation in the person's name. */
const INJECTED = [
  '# AGENTS.md instructions',
  '<environment_context>',
  '<user_instructions>',
  '<permissions instructions>',
  '<skill>',
  '<turn_aborted>',
  '<user_action>',
  '<subagent_notification>',
  '<goal_context>',
  '<hook_prompt',
  '<recommended_plugins>',
  '<codex_internal_context',
]

/** By the text alone: used where no event of the client says what a person typed. */
export const kindOfText = (text: string): MessageKind => {
  const start = text.trimStart()
  if (start.startsWith('<user_shell_command>')) return 'command'
  return INJECTED.some((mark) => start.startsWith(mark)) ? 'injected' : 'human'
}

const REQUEST = '## My request for Codex:'

/** Editors put the files that are open in front of what was typed; that is context, not the prompt. */
export const withoutEditorContext = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.type !== 'text' || !block.text.startsWith('# Context from my IDE setup:'))
      return [block]
    const at = block.text.lastIndexOf(`\n${REQUEST}`)
    if (at === -1) return [block]
    const typed = block.text.slice(at + 1 + REQUEST.length).trim()
    return [
      { type: 'other', name: 'context', raw: block.text.slice(0, at).trim() },
      ...(typed === '' ? [] : [{ type: 'text', text: typed } as const]),
    ]
  })
