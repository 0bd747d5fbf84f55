import type { Book, Edge } from '../book.types.ts'
import { linkRelationship, relationshipTypesOf } from '../schema/built-in.ts'

/** Relationships that links in texts would be and that the book does not have: each once. */
export const newLinkEdges = ({
  schema,
  edges,
  mentions,
}: Pick<Book, 'schema' | 'edges' | 'mentions'>): Edge[] => {
  const relationship = linkRelationship(schema)
  const isSymmetric = relationshipTypesOf(schema).some(
    ({ name, symmetric }) => name === relationship && symmetric,
  )
  const known = new Set(
    edges
      .filter((edge) => edge.relationship === relationship)
      .map(({ from, to }) => `${from}\n${to}`),
  )
  return mentions.flatMap(({ from, to, file, line }): Edge[] => {
    const [start, end] = isSymmetric && to < from ? [to, from] : [from, to]
    const key = `${start}\n${end}`
    if (from === to || known.has(key)) return []
    known.add(key)
    return [{ from: start, to: end, relationship, file, line, isFromText: true }]
  })
}
