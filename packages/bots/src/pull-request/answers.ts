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

/** Answers to what people ask for in comments. None holds a word of a comment. */
export const ANSWER_WORDING = {
  answerMarkerOf: (commentId: string): string => `<!-- teamlore:answer:${commentId} -->`,
  whyOf: (memories: readonly Answered[], options: Options): string =>
    memories.length === 0
      ? 'Nothing is known of this that everybody here may read.'
      : [
          '### What the team knows of these files',
          '',
          ...memories.flatMap((memory) => linesOf(memory, options)),
        ].join('\n'),
  notedOf: (memoryId: string, { pages }: Options): string =>
    `Noted as a draft, which is reviewed in Teamlore: [${memoryId}](${pages}/memories/${memoryId}).`,
}
