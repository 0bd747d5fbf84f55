import { givenWords } from '@teamlore/shared/given-words'
import type { MemoryUse, MemoryUseEntry } from '@teamlore/shared/memory-use'
import { plural } from '../output/format.ts'
import { bold, dim, type Line } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'

type Options = { width: number | undefined }

/** How many memories reached an agent, then each with how often it was given and what was said of it afterwards. */
export const useLines = (
  { since, served, unread, items }: MemoryUse,
  { width }: Options,
): Line[] => [
  ...(served === null || unread === null
    ? []
    : [
        [
          `Since ${since}, ${served - unread} of ${plural(served, 'served memory', 'served memories')} reached an agent.`,
        ] as Line,
      ]),
  ...(items.length === 0 && served !== 0 ? [[dim('Each of these reached an agent.')] as Line] : []),
  ...items.flatMap((entry) => [
    ...wrapLine([bold(entry.statement)], { width }),
    ...wrapLine([dim(factsOf(entry))], { width, indent: '    ' }),
  ]),
]

const factsOf = (entry: MemoryUseEntry): string =>
  [
    entry.kind,
    ...givenWords(entry),
    ...(entry.project === null ? [] : [entry.project.name]),
    entry.memory_id,
  ].join(' · ')
