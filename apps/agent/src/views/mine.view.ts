import type { MemoryComment, MemoryCommentsReceipt } from '@teamlore/shared/memory-comments'
import { count, plural } from '../output/format.ts'
import { bold, cyan, dim, type Line } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'

type Found = { files: number; comments: readonly MemoryComment[]; unnamed: readonly string[] }
/** Why a report is not all there is. */
export type Gap = 'many' | 'unnamed' | 'unread' | 'uncommitted' | 'branch'
type Options = { width: number | undefined }

/** What would be sent. */
export const commentLines = ({ files, comments, unnamed }: Found, { width }: Options): Line[] => [
  [`${plural(comments.length, 'comment')} in ${plural(files, 'file')}. Nothing was sent.`],
  ...comments.flatMap(({ marker, text, path, line }) => [
    ...wrapLine([cyan(`${marker} `), text], { width }),
    [dim(`    ${path}:${line}`)] as Line,
  ]),
  ...unnamed.map(unnamedLine),
]

/** Escaped, so that a name cannot pass for more than a name. */
const unnamedLine = (path: string): Line => [
  `Left out, as its name has characters that are not sent or is too long: ${JSON.stringify(path)}`,
]

const GAPS: Record<Gap, string> = {
  many: 'This is not all there is',
  unnamed: 'A file was left out',
  unread: 'Some files could not be read',
  uncommitted: 'There are changes that are not committed',
  branch: 'This is not the default branch',
}

type Mined = Options & {
  files: number
  unnamed: readonly string[]
  found: number
  left: number
  gap: Gap | null
}

export const minedLines = (
  { added, moved, gone, back, known, drafts }: MemoryCommentsReceipt,
  { width, files, unnamed, found, left, gap }: Mined,
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
  ...unnamed.map(unnamedLine),
  ...(gap === null ? [] : [[dim(`${GAPS[gap]}, so nothing was called removed.`)] as Line]),
]
