import type { Edge } from '../book.types.ts'
import { relationshipTypesOf } from '../schema/built-in.ts'
import type { Stage } from './draft.types.ts'

/** References to edges: each once, and a symmetric one the same from whichever side it is stated. */
export const edgesStage: Stage = {
  name: 'edges',
  run: (draft) => {
    const symmetric = new Set(
      relationshipTypesOf(draft.schema)
        .filter((type) => type.symmetric)
        .map(({ name }) => name),
    )
    const edges = new Map<string, Edge>()
    for (const { from, to, relationship, file, line, isFromText } of draft.references) {
      const isTurned = symmetric.has(relationship) && to < from
      const [start, end] = isTurned ? [to, from] : [from, to]
      const said = { from: start, to: end, relationship, file, line }
      const edge: Edge = isFromText ? { ...said, isFromText } : said
      const key = JSON.stringify([edge.from, relationship, edge.to])
      if (!edges.has(key)) edges.set(key, edge)
    }
    return { ...draft, edges: [...edges.values()] }
  },
}
