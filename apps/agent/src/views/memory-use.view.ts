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

const factsOf = (entry: MemoryUseEntry): string => {
  const { kind, agents, people, confirmed, contradicted, project, memory_id } = entry
  return [
    kind,
    agents.times === 0
      ? 'given to no agent'
      : `agents ${plural(agents.times, 'time')}, last on ${agents.last_on}`,
    ...(people.times === 0 ? [] : [`opened ${plural(people.times, 'time')}`]),
    ...(confirmed === 0 ? [] : [`confirmed ${plural(confirmed, 'time')} afterwards`]),
    ...(contradicted === 0 ? [] : [`contradicted ${plural(contradicted, 'time')} afterwards`]),
    ...(project === null ? [] : [project.name]),
    memory_id,
  ].join(' · ')
}
