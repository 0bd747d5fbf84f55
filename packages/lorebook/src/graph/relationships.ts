import type { Edge } from '../book.types.ts'
import type { Graph } from './graph.ts'

export const MAX_DEPTH = 5
export type Direction = 'outgoing' | 'incoming' | 'both'

export type RelationshipQuery = {
  /** Steps from the start, 1 to 5. */
  depth?: number | undefined
  /** A relationship by its name or by that of its inverse. */
  type?: string | undefined
  direction?: Direction | undefined
  /** So many, the nearest, at most; all of them by default. */
  limit?: number | undefined
}

/** One relationship on the way from the start, as seen from the nearer end. */
export type Hop = {
  hop: number
  from: string
  to: string
  /** Its name in this direction: the inverse's where the schema names one and the way is against the edge. */
  relationship: string
  /** `both` for a symmetric one. */
  direction: Direction
  edge: Edge
}

type View = { name: string; direction: Direction; to: string }

/** How an edge looks from one of its ends: what it may be called there, and which way it goes. */
const viewFrom = ({ relationships }: Graph, edge: Edge, end: string): View => {
  const type = relationships.get(edge.relationship)
  const isStart = edge.from === end
  const to = isStart ? edge.to : edge.from
  if (type?.symmetric) return { name: edge.relationship, direction: 'both', to }
  if (isStart) return { name: edge.relationship, direction: 'outgoing', to }
  return {
    name: type?.inverse ?? edge.relationship,
    direction: 'incoming',
    to,
  }
}

/** Whether a way over an edge is asked for: `HAS_MEMBER` asks for the way against `MEMBER_OF`. */
const isAsked = (
  graph: Graph,
  edge: Edge,
  view: View,
  { type, direction = 'both' }: RelationshipQuery,
): boolean => {
  const kind = graph.relationships.get(edge.relationship)
  const isInverse = type !== undefined && type === kind?.inverse
  if (type !== undefined && type !== edge.relationship && !isInverse) return false
  // What names itself goes both ways.
  if (direction === 'both' || view.direction === 'both' || edge.from === edge.to) return true
  // Outgoing under the inverse's name is incoming under the edge's own.
  return isInverse ? view.direction !== direction : view.direction === direction
}

/** Ways out of some entities over edges that were not found yet, until as many are found as were asked for. */
function* waysOut(
  graph: Graph,
  frontier: readonly string[],
  found: Set<Edge>,
  query: RelationshipQuery,
): Generator<Omit<Hop, 'hop'>> {
  for (const from of frontier)
    for (const edge of graph.edges.get(from) ?? []) {
      if (found.size >= (query.limit ?? Number.POSITIVE_INFINITY)) return
      const view = viewFrom(graph, edge, from)
      if (found.has(edge) || !isAsked(graph, edge, view, query)) continue
      found.add(edge)
      const { name: relationship, direction, to } = view
      yield { from, to, relationship, direction, edge }
    }
}

/**
 * Relationships around an entity, nearest first; each edge once, at the first hop that reaches it. Circles are safe: no
 * entity is gone on from twice.
 */
export const relationshipsOf = (
  graph: Graph,
  start: string,
  query: RelationshipQuery = {},
): Hop[] => {
  const depth = Math.min(MAX_DEPTH, Math.max(1, Math.trunc(query.depth ?? 1)))
  const visited = new Set([start])
  const found = new Set<Edge>()
  const hops: Hop[] = []
  let frontier = [start]
  for (let hop = 1; hop <= depth && frontier.length > 0; hop += 1) {
    const ways = [...waysOut(graph, frontier, found, query)]
    for (const way of ways) hops.push({ hop, ...way })
    frontier = [...new Set(ways.map(({ to }) => to))].filter((to) => !visited.has(to))
    for (const to of frontier) visited.add(to)
  }
  return hops
}
