import type { Book } from '../book.types.ts'
import { newProblem, type Problem } from '../problems.ts'
import { placeOfEntity } from './place-of.ts'

/** Entities to which nothing leads and from which nothing goes. */
export const orphanProblems = ({ entities, edges, mentions, events }: Book): Problem[] => {
  const connected = new Set<string | null>()
  for (const ties of [edges, mentions]) for (const { from, to } of ties) connected.add(from).add(to)
  for (const { key, consequences } of events) {
    if (consequences.length > 0) connected.add(key)
    for (const { entity } of consequences) connected.add(entity)
  }
  return entities.flatMap((entity) => {
    const place = placeOfEntity(entity)
    if (place === undefined || connected.has(entity.key)) return []
    return [
      newProblem('orphaned-entity', place, `"${entity.name}" has no relationship to anything.`),
    ]
  })
}
