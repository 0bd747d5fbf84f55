import type {
  MemoryDiff,
  MemoryDifference,
  MemoryEvent,
  MemoryLogEntry,
} from '@teamlore/shared/memory-log'
import { dateTime, day } from '../output/format.ts'
import { bold, cyan, dim, green, type Line, type Piece, red, yellow } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined }

const EVENT: Record<MemoryEvent, (text: string) => Piece> = {
  came: green,
  changed: cyan,
  replaced: yellow,
  withdrawn: red,
  proposed: dim,
  declined: dim,
}

const LONGEST = 'withdrawn'.length

/** What became of memories, one step a line, with who did it and why. */
export const logLines = (entries: readonly MemoryLogEntry[], { width }: Options): Line[] =>
  entries.length === 0
    ? [[dim('Nothing was recorded of memories then.')]]
    : entries.flatMap((entry) => [
        ...wrapLine(
          [
            dim(day(entry.at)),
            '  ',
            EVENT[entry.event](entry.event.padEnd(LONGEST)),
            '  ',
            bold(entry.statement),
          ],
          { width },
        ),
        ...wrapLine([dim(factsOf(entry))], { width, indent: '    ' }),
        ...successorLines(entry, width),
      ])

const factsOf = ({ kind, change, by, note, project, memory_id }: MemoryLogEntry): string =>
  [
    kind,
    `${change}${by === null ? '' : ` by ${by.name}`}${note === null || note === '' ? '' : `: ${note}`}`,
    project?.name,
    memory_id,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ')

const successorLines = (
  { successor }: Pick<MemoryLogEntry, 'successor'>,
  width: number | undefined,
): Line[] =>
  successor === null
    ? []
    : wrapLine([dim(`now: ${successor.statement} (${successor.id})`)], {
        width,
        indent: '    ',
      })

/** What is held otherwise at the later time, in the signs of a diff. */
export const diffLines = (diff: MemoryDiff, { width }: Options): Line[] => [
  [`From ${dateTime(diff.from)} to ${dateTime(diff.to)}:`],
  ...(diff.came.count + diff.changed.count + diff.replaced.count + diff.withdrawn.count === 0
    ? [[dim('Nothing is held otherwise.')] as Line]
    : []),
  ...sectionLines('Came', diff.came, ({ after, memory_id }) =>
    wrapLine([green('+ '), after ?? '', dim(`  ${memory_id}`)], { width, indent: '  ' }),
  ),
  ...sectionLines('Changed', diff.changed, ({ before, after, memory_id }) => [
    ...wrapLine([red('- '), before ?? ''], { width, indent: '  ' }),
    ...wrapLine([green('+ '), after ?? '', dim(`  ${memory_id}`)], { width, indent: '  ' }),
  ]),
  ...sectionLines('Replaced', diff.replaced, ({ before, memory_id, successor, note }) => [
    ...wrapLine([red('- '), before ?? '', dim(`  ${memory_id}`)], { width, indent: '  ' }),
    ...(successor === null
      ? []
      : wrapLine([dim(`  now: ${successor.statement}${note ? ` (${note})` : ''}`)], {
          width,
          indent: '  ',
        })),
  ]),
  ...sectionLines('Withdrawn', diff.withdrawn, ({ before, memory_id, note }) =>
    wrapLine([red('- '), before ?? '', dim(`  ${memory_id}${note ? `: ${note}` : ''}`)], {
      width,
      indent: '  ',
    }),
  ),
]

const sectionLines = (
  title: string,
  { count, items }: { count: number; items: readonly MemoryDifference[] },
  linesOf: (one: MemoryDifference) => Line[],
): Line[] =>
  count === 0
    ? []
    : [
        [],
        [bold(`${title} (${count})`)],
        ...items.flatMap(linesOf),
        ...(count > items.length ? [[dim(`  and ${count - items.length} more`)] as Line] : []),
      ]
