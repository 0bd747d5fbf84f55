import type { ListTotal, Stats } from '@teamlore/shared'
import { count, shareOf } from '../../lib/format/number.ts'
import type { SessionFilter } from './session-filter.ts'

/** As the list is without filters: what people started. */
const ofPeople = ({ tools }: Stats): number =>
  tools.reduce((sum, { sessions }) => sum + sessions, 0)

/** What the team has, above the list of all its sessions. Those of programs are counted apart, as they are listed. */
export const amountsOf = (stats: Stats): string => {
  const people = ofPeople(stats)
  const programs = Math.max(0, stats.sessions - people)
  return [
    count(people, 'session'),
    ...(programs === 0 ? [] : [`${count(programs, 'other')} of programs`]),
    count(stats.prompts, 'prompt'),
    count(stats.findings ?? stats.observations, 'finding'),
  ].join(', ')
}

/** How many of the sessions that would be listed without the other filters a filter leaves. */
export const shareOfListed = (
  total: ListTotal | null | undefined,
  stats: Stats | undefined,
  { started_by }: Pick<SessionFilter, 'started_by'>,
): string | undefined => {
  if (stats === undefined) return shareOf(total, undefined, 'session')
  const all = {
    anyone: stats.sessions,
    program: stats.sessions - ofPeople(stats),
    person: ofPeople(stats),
  }
  return shareOf(total, all[started_by ?? 'person'], 'session')
}
