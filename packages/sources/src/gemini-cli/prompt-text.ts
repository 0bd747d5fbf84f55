import type { Block, MessageKind } from '@teamlore/shared'
import { ASKED_BY_TEAMLORE } from '../shared/asked-by-teamlore.ts'

const INJECTED = [
  '<session_context>',
  'This is the Gemini CLI. We are setting up the context',
  // To a model that said nothing, or goes round in circles.
  '[System: You ',
  'System: Potential loop detected.',
  'System: Please continue.',
  // What a hook answers to the end of a turn is asked in the person's name.
  ASKED_BY_TEAMLORE,
]
const SUMMARY = ['<state_snapshot>', '<compressed_chat_history>']
/** Some models think aloud before it. */
const SNAPSHOT_AT_END = /<state_snapshot>[\s\S]*<\/state_snapshot>\s*$/
const FILES = '--- Content from referenced files ---'

/** What a text in the person's name is. */
export const kindOfText = (text: string): MessageKind => {
  const start = text.trimStart()
  if (SUMMARY.some((mark) => start.startsWith(mark)) || SNAPSHOT_AT_END.test(start))
    return 'summary'
  if (INJECTED.some((mark) => start.startsWith(mark))) return 'injected'
  return /^\/[a-z][a-z-]*(:[a-z-]+)*(\s|$)/.test(start) ? 'command' : 'human'
}

/** Files a prompt names with `@` are put behind it, in full: context, not the prompt. */
export const withoutFiles = (blocks: readonly Block[]): Block[] => {
  const at = blocks.findIndex((block) => block.type === 'text' && block.text.includes(FILES))
  const seam = blocks[at]
  if (seam?.type !== 'text') return [...blocks]
  const [typed = '', ...behind] = seam.text.split(FILES)
  const context = blocks
    .slice(at + 1)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return [
    ...blocks.slice(0, at),
    ...(typed.trim() === '' ? [] : [{ type: 'text', text: typed.trimEnd() } as const]),
    { type: 'other', name: 'context', raw: [...behind, ...context].join('').trim() },
    ...blocks.slice(at + 1).filter(({ type }) => type !== 'text'),
  ]
}

const HOOK_CONTEXT = /^<hook_context>([\s\S]*?)<\/hook_context>\s*/

/** What hooks say is put in front of a prompt, or beside it: context too. Their own marks are escaped in it. */
export const withoutHookContext = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block): Block[] => {
    const found = block.type === 'text' ? HOOK_CONTEXT.exec(block.text) : null
    if (block.type !== 'text' || found === null) return [block]
    const context = { type: 'other', name: 'context', raw: found[1] ?? '' } as const
    const typed = block.text.slice(found[0].length)
    return typed === '' ? [context] : [{ type: 'text', text: typed }, context]
  })
