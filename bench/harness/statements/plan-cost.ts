/** A node of a plan, as `explain (format json)` shows it. */
type PlanNode = {
  'Node Type'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Temp Read Blocks'?: number
  'Temp Written Blocks'?: number
  Plans?: PlanNode[]
}

export type Plan = { Plan: PlanNode }

export type StatementCost = {
  /** Rows that all nodes of the plan made or threw away, however often they ran. */
  rows: number
  /** Pages of 8 kB that were read or spilled. */
  buffers: number
}

const sum = (...counts: (number | undefined)[]): number =>
  counts.reduce<number>((all, count) => all + (count ?? 0), 0)

const rowsOf = (node: PlanNode): number => {
  const each = sum(
    node['Actual Rows'],
    node['Rows Removed by Filter'],
    node['Rows Removed by Join Filter'],
    node['Rows Removed by Index Recheck'],
  )
  return each * (node['Actual Loops'] ?? 1) + sum(...(node.Plans ?? []).map(rowsOf))
}

/** The node that made or threw away most rows, as a reader of plans names it. */
export const heaviestOf = (plans: readonly Plan[]): string => {
  const nodes = plans.flatMap(({ Plan: node }) => withNodesBelow(node))
  const own = (node: PlanNode) => rowsOf({ ...node, Plans: [] })
  const [first] = nodes.sort((a, b) => own(b) - own(a))
  if (first === undefined) return 'nothing'
  const of = [first['Relation Name'], first['Index Name']].filter((name) => name !== undefined)
  return `${first['Node Type']} ${of.join(' by ')} (${own(first)} rows in ${first['Actual Loops'] ?? 1} loops)`
}

const withNodesBelow = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(withNodesBelow),
]

/** What a statement read; a node's pages hold those of the nodes below it. */
export const costOf = (plans: readonly Plan[]): StatementCost => ({
  rows: Math.round(sum(...plans.map(({ Plan: node }) => rowsOf(node)))),
  buffers: sum(
    ...plans.map(({ Plan: node }) =>
      sum(
        node['Shared Hit Blocks'],
        node['Shared Read Blocks'],
        node['Temp Read Blocks'],
        node['Temp Written Blocks'],
      ),
    ),
  ),
})
