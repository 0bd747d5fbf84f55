import type { CountedSession, NewEdit } from '@teamlore/db'
import type { Usage } from '@teamlore/shared'
import type { MessageVersion } from './message-version.ts'

/** What these add to the counts of their session. */
export const countsOf = (
  messages: readonly MessageVersion[],
  edits: readonly NewEdit[],
): CountedSession['counts'] => ({
  messages: messages.length,
  prompts: messages.filter(({ kind }) => kind === 'human').length,
  edits: edits.filter(isWrite).length,
  usage: {
    input_tokens: totalOf(messages, 'input_tokens'),
    output_tokens: totalOf(messages, 'output_tokens'),
    cache_creation_tokens: totalOf(messages, 'cache_creation_tokens'),
    cache_read_tokens: totalOf(messages, 'cache_read_tokens'),
  },
})

/** As the database counts them when a session grows: a file that was deleted or moved as it is was no edit. */
const isWrite = ({ operation, added_lines, removed_lines }: NewEdit): boolean =>
  (operation !== 'delete' && operation !== 'rename') || added_lines + removed_lines > 0

const totalOf = (messages: readonly MessageVersion[], field: keyof Usage): number => {
  const sum = messages.reduce((total, { usage }) => total + (usage?.[field] ?? 0), 0)
  return Math.min(sum, Number.MAX_SAFE_INTEGER)
}
