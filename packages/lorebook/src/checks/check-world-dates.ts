import type { Book } from '../book.types.ts'
import { newProblem, type Problem } from '../problems.ts'
import { readWorldDate } from '../state/world-date.ts'

/** Dates in the world that the calendar cannot read, so that a timeline cannot go by them. Without a calendar they are words. */
export const worldDateProblems = ({ project, entities, events }: Book): Problem[] => {
  const { calendar } = project
  if (calendar === undefined) return []
  const byKey = new Map(entities.map((entity) => [entity.key, entity]))
  return events.flatMap(({ key, file, dateInWorld }) => {
    if (dateInWorld === null || readWorldDate(calendar, dateInWorld)) return []
    const line = byKey.get(key)?.lines['date_in_world'] ?? 1
    return [
      newProblem(
        'unreadable-date',
        { file, line, column: 1 },
        `The calendar of lorecraft.yaml cannot read "${dateInWorld.slice(0, 80)}".`,
        { expected: 'a year, and a month and a day where they are known' },
      ),
    ]
  })
}
