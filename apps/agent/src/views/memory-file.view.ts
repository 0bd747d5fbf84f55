import type { MemoryFile } from '@teamlore/shared'
import { dateTime, day } from '../output/format.ts'
import { bold, cyan, dim, type Line } from '../output/line.ts'
import { passageLines } from '../output/passage.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined; server: string }

/** The file whole, below what says whose it is and whether it still stands. */
export const memoryFileLines = (file: MemoryFile, { width, server }: Options): Line[] => [
  ...wrapLine([bold(file.path)], { width }),
  ...wrapLine([dim(factsOf(file))], { width }),
  ...wrapLine([dim(standingOf(file))], { width }),
  [],
  ...passageLines(file.text, { width, indent: '', hint: '' }),
  ...(file.is_cut ? [[], [dim('The file goes on; only its beginning was mirrored.')]] : []),
  [],
  [cyan(`${server}/memory-files/${file.id}`)],
]

const factsOf = ({ project, git_branch, machine, copies }: MemoryFile): string =>
  [
    project?.name ?? 'for all projects',
    git_branch === null ? null : `branch ${git_branch}`,
    `seen on ${machine.name}`,
    copies > 1 ? `in ${copies} folders` : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')

const standingOf = ({ modified_at, gone_at, visibility }: MemoryFile): string =>
  [
    `memory file, changed ${dateTime(modified_at)}`,
    gone_at === null ? null : `gone since ${day(gone_at)}`,
    visibility === 'private' ? 'private to you' : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
