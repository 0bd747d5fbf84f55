import type { MemoryComment, MemoryCommentsReceipt } from '@teamlore/shared/memory-comments'
import { count, plural } from '../output/format.ts'
import { bold, cyan, dim, type Line } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'

type Found = { files: number; comments: readonly MemoryComment[] }
type Options = { width: number | undefined }

/** What would be sent. */
export const commentLines = ({ files, comments }: Found, { width }: Options): Line[] => [
  [`${plural(comments.length, 'comment')} in ${plural(files, 'file')}. Nothing was sent.`],
  ...comments.flatMap(({ marker, text, path, line }) => [
    ...wrapLine([cyan(`${marker} `), text], { width }),
    [dim(`    ${path}:${line}`)] as Line,
  ]),
]

type Mined = Options & { files: number; found: number; left: number; isComplete: boolean }

export const minedLines = (
  { added, moved, gone, back, known, drafts }: MemoryCommentsReceipt,
  { width, files, found, left, isComplete }: Mined,
): Line[] => [
  [
    `${plural(found, 'comment')} in ${plural(files, 'file')}: ${count(added)} new, ${count(known)} known, ${count(moved)} moved, ${count(gone)} removed, ${count(back)} back.`,
  ],
  ...drafts.flatMap(({ id, statement, path }) => [
    ...wrapLine([bold(statement)], { width, indent: '  ' }),
    [dim(`    ${path}  ${id}`)] as Line,
  ]),
  ...(added > 0
    ? [[dim('They are drafts. `lore drafts` lists what waits for a person.')] as Line]
    : []),
  ...(left > 0
    ? [[dim(`${plural(left, 'comment')} more than are taken at once were left out.`)] as Line]
    : []),
  ...(isComplete
    ? []
    : [[dim('This is not all of the default branch, so nothing was called removed.')] as Line]),
]
