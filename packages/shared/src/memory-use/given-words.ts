import { plural } from '../text/plural.ts'
import type { MemoryUseEntry } from './memory-use.contract.ts'

type Use = Pick<MemoryUseEntry, 'agents' | 'people' | 'confirmed' | 'contradicted'>

/** How often a memory was given to whom, and what was said of it afterwards; one fact each. */
export const givenWords = ({ agents, people, confirmed, contradicted }: Use): string[] => [
  agents.times === 0
    ? 'given to no agent'
    : `agents ${plural(agents.times, 'time')}${agents.people === 0 ? '' : ` for ${plural(agents.people, 'person', 'people')}`}, last on ${agents.last_on}`,
  ...(people.times === 0 ? [] : [`opened ${plural(people.times, 'time')}`]),
  ...(confirmed === 0 ? [] : [`confirmed ${plural(confirmed, 'time')} afterwards`]),
  ...(contradicted === 0 ? [] : [`contradicted ${plural(contradicted, 'time')} afterwards`]),
]
