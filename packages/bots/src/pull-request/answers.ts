import type { ChangeItem } from '@teamlore/shared/change-report'
import { inlineCode, plainMarkdown } from '../change-report/plain-markdown.ts'
import { headOf } from '../change-report/words.ts'

type Options = { pages: string; isPublic: boolean }

/** A memory about a file, as far as an answer says it. */
type Answered = Pick<
  ChangeItem,
  'id' | 'kind' | 'statement' | 'reason' | 'recorded_at' | 'author'
> & {
  anchors: readonly { path: string }[]
}

const linesOf = (
  { id, kind, statement, reason, recorded_at, author, anchors }: Answered,
  { pages, isPublic }: Options,
): string[] => {
  const [first] = anchors
  const place = first === undefined ? '' : ` ${inlineCode(first.path)}`
  const marks = [
    `[${id}](${pages}/memories/${id})`,
    recorded_at.slice(0, 10),
    ...(author === null || isPublic ? [] : [plainMarkdown(author)]),
  ]
  return [
    `- **${headOf({ kind })}**${place}: ${plainMarkdown(reason === '' ? statement : `${statement} — ${reason}`)}`,
    `  <sub>${marks.join(' · ')}</sub>`,
  ]
}

/** Room for what stands around them. Those that do not fit are left out whole. */
const MAX_CHARS = 30_000

const listOf = (title: string, memories: readonly Answered[], options: Options): string => {
  const lines = [title, '']
  for (const memory of memories) {
    const more = linesOf(memory, options)
    if ([...lines, ...more].join('\n').length > MAX_CHARS) break
    lines.push(...more)
  }
  return lines.join('\n')
}

const memoryLink = (id: string, { pages }: Options): string => `[${id}](${pages}/memories/${id})`

/** Answers to what people ask for in comments. None holds a word of a comment. */
export const ANSWER_WORDING = {
  answerMarkerOf: (commentId: string): string => `<!-- teamlore:answer:${commentId} -->`,
  whyOf: (memories: readonly Answered[], options: Options): string =>
    memories.length === 0
      ? 'Nothing is known of this that everybody here may read.'
      : listOf('### What the team knows of these files', memories, options),
  foundOf: (memories: readonly Answered[], options: Options): string =>
    memories.length === 0
      ? 'Nothing is known of this that everybody here may read.'
      : listOf('### What the team knows of this', memories, options),
  notedOf: (memoryId: string, options: Options): string =>
    `Noted as a draft, which is reviewed in Teamlore: ${memoryLink(memoryId, options)}.`,
  dismissedOf: (
    memoryId: string,
    { isOfPath, ...options }: Options & { isOfPath: boolean },
  ): string =>
    `Dismissed: ${memoryLink(memoryId, options)} is not shown in this repository any more${isOfPath ? ', where it is about that path' : ''}. \`/lore undismiss ${memoryId}\` takes this back.`,
  undismissedOf: (memoryId: string, options: Options): string =>
    `${memoryLink(memoryId, options)} is shown again where it bears on a change.`,
  acknowledgedOf: (memoryId: string, options: Options): string =>
    `Acknowledged: ${memoryLink(memoryId, options)}. The check says so.`,
  acknowledgedByAnother:
    'Who opened a change cannot acknowledge its items. Somebody else of the team can.',
  overridden:
    'What the comment and the check have shown may pass. The check and the audit log say so; what a later push touches besides is asked about again.',
  mayNotOverride:
    'Only admins of the team may let a check pass. Others acknowledge items by `/lore ack`.',
  noSuchItem:
    'Which one? Name an item by the number or the id that the comment shows, as in `/lore dismiss 2`.',
}
