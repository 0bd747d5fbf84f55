import type { MemoryReaders, MemoryUseEntry } from '@teamlore/shared/memory-use'
import { plural } from '@teamlore/shared/plural'

type Use = Pick<MemoryUseEntry, 'agents' | 'people' | 'confirmed' | 'contradicted'>

/** How often a memory was given to whom, and what was said of it afterwards. */
export const givenWords = ({ agents, people, confirmed, contradicted }: Use): string[] => [
  agents.times === 0
    ? 'given to no agent'
    : `agents ${plural(agents.times, 'time')}${agents.people === 0 ? '' : ` for ${plural(agents.people, 'person', 'people')}`}, last on ${agents.last_on}`,
  ...(people.times === 0 ? [] : [`opened ${plural(people.times, 'time')}`]),
  ...(confirmed === 0 ? [] : [`confirmed ${plural(confirmed, 'time')} afterwards`]),
  ...(contradicted === 0 ? [] : [`contradicted ${plural(contradicted, 'time')} afterwards`]),
]

type Line = MemoryReaders['items'][number]

const WAY: Record<Line['door'], string> = {
  brief: 'in a brief',
  search: 'by a search',
  why: 'as a reason for code',
  opened: 'by its id',
  unknown: 'in a way that was not recorded',
}

/** `2026-05-02: an agent of Ada, in a brief, 3 times`. */
export const readerWords = ({ on, reader, door, times, person }: Line): string => {
  const who = person?.name ?? (reader === 'agent' ? 'somebody' : 'a person')
  return `${on}: ${reader === 'agent' ? `an agent of ${who}` : who}, ${WAY[door]}${times === 1 ? '' : `, ${plural(times, 'time')}`}`
}
