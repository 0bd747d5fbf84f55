import type { Book } from '../book.types.ts'
import { newProblem, type Problem } from '../problems.ts'
import { placeOfEntity } from './place-of.ts'

/** Entities to which nothing leads and from which nothing goes. */
export const orphanProblems = ({ entities, edges, mentions, events }: Book): Problem[] => {
  const connected = new Set([
    ...edges.flatMap(({ from, to }) => [from, to]),
    ...mentions.flatMap(({ from, to }) => [from, to]),
    ...events.flatMap(({ key, consequences }) =>
      consequences.length === 0 ? [] : [key, ...consequences.map(({ entity }) => entity)],
    ),
  ])
  return entities.flatMap((entity) => {
    const place = placeOfEntity(entity)
    if (place === undefined || connected.has(entity.key)) return []
    return [
      newProblem('orphaned-entity', place, `"${entity.name}" has no relationship to anything.`),
    ]
  })
}
