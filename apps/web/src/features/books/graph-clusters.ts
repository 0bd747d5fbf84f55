import type { BookGraphAnswer } from '@teamlore/shared/books'

/** So many entities are drawn one by one; of more, what they are made of is seen first. */
export const MOST_SINGLE = 400

export type Cluster = { type: string | null; layer: string; count: number }
export type Clustered = {
  clusters: Cluster[]
  /** Types of entities, the most frequent first. */
  types: (string | null)[]
  /** Ends are places in `clusters`; how many relationships lie between two, and what most of them are. */
  edges: { from: number; to: number; count: number; relationship: string }[]
}

const mostFrequent = (counts: ReadonlyMap<string, number>): string =>
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? ''

/** Entities of one type and layer together, the largest first. */
export const clustersOf = (answer: BookGraphAnswer): Clustered => {
  const { nodes, edges } = answer
  const keyOf = (at: number): string => JSON.stringify([nodes[at]?.type ?? null, nodes[at]?.layer])
  const groups = new Map<string, Cluster>()
  for (const [at, { type, layer }] of nodes.entries()) {
    const known = groups.get(keyOf(at))
    if (known) known.count += 1
    else groups.set(keyOf(at), { type, layer, count: 1 })
  }
  const sorted = [...groups].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
  const places = new Map(sorted.map(([key], at) => [key, at]))
  const between = new Map<string, Map<string, number>>()
  for (const { from, to, relationship } of edges) {
    // Both ways are one line: two of them would lie over each other.
    const pair = [places.get(keyOf(from)) ?? 0, places.get(keyOf(to)) ?? 0].sort((a, b) => a - b)
    const ends = JSON.stringify(pair)
    const counts = between.get(ends) ?? new Map<string, number>()
    between.set(ends, counts.set(relationship, (counts.get(relationship) ?? 0) + 1))
  }
  return {
    clusters: sorted.map(([, cluster]) => cluster),
    types: typesDrawn(answer).map(({ type }) => type),
    edges: [...between].map(([ends, counts]) => {
      const [from = 0, to = 0] = JSON.parse(ends) as number[]
      const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
      return { from, to, count, relationship: mostFrequent(counts) }
    }),
  }
}

/** Types that are drawn, with how many entities each has, the most frequent first. */
export const typesDrawn = ({
  nodes,
}: BookGraphAnswer): { type: string | null; count: number }[] => {
  const counts = new Map<string | null, number>()
  for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || ((a.type ?? '') < (b.type ?? '') ? -1 : 1))
}

export type Tie = { relationship: string; name: string; handle: string; isOut: boolean }

/** What an entity is connected with in the picture. */
export const tiesOf = ({ nodes, edges }: BookGraphAnswer, at: number): Tie[] =>
  edges.flatMap(({ from, to, relationship }) => {
    const other = from === at ? nodes[to] : to === at ? nodes[from] : undefined
    return other === undefined
      ? []
      : [{ relationship, name: other.name, handle: other.handle, isOut: from === at }]
  })
