import {
  isCalled,
  listOf,
  type PlainMapping,
  type PlainNote,
  type PlainProject,
  type PlainSchema,
  spokenOf,
} from './plain-notes.ts'

export type PlainEdge = { from: PlainNote; to: PlainNote; relationship: string }
type Way = { type?: string | undefined; direction: 'outgoing' | 'incoming' | 'both' }

/** The layer itself, then what it stands on. */
export const reach = ({ layers }: PlainProject, name: string): string[] => {
  const found = [name]
  for (const one of found) {
    const beneath = layers.find((layer) => layer.name === one)?.depends_on ?? []
    found.push(...beneath.filter((other) => !found.includes(other)))
  }
  return found
}

const hasAlias = ({ aliases }: PlainNote, name: unknown): boolean =>
  aliases.some((alias) => isCalled(alias, name))

/** What a name means to a note of a layer: nearer layers first, and titles before aliases. */
export const meaningOf = (notes: readonly PlainNote[], project: PlainProject) => {
  const within = (layers: readonly string[], name: unknown): PlainNote[] => [
    ...layers.flatMap((layer) =>
      notes.filter((note) => note.layer === layer && isCalled(note.name, name)),
    ),
    ...layers.flatMap((layer) =>
      notes.filter((note) => note.layer === layer && hasAlias(note, name)),
    ),
  ]
  return (layer: string, name: unknown, types: readonly string[] = []) => {
    const seen = within(reach(project, layer), name)
    const everywhere = within(
      project.layers.map((one) => one.name),
      name,
    )
    return {
      fits: seen.find(({ type }) => types.length === 0 || type === null || types.includes(type)),
      isElsewhere: seen.length > 0 || everywhere.some(({ path }) => path !== null),
    }
  }
}

export const isSymmetric = ({ relationship_types }: PlainSchema, name: string): boolean =>
  name === 'RELATED_TO' ||
  relationship_types.some((type) => type.name === name && type.symmetric === true)

const RELATED: PlainMapping = { field: 'related', relationship: 'RELATED_TO' }

type Reference = { note: PlainNote; name: unknown; mapping: PlainMapping }
const referencesOf = (notes: readonly PlainNote[], schema: PlainSchema): Reference[] =>
  notes.flatMap((note) => {
    const type = schema.entity_types.find(({ name }) => name === note.type)
    return [...(type?.field_mappings ?? []), RELATED].flatMap((mapping) =>
      listOf(note.fields[mapping.field]).map((name) => ({ note, name, mapping })),
    )
  })

/** Edges of all notes. What is named and has no file is added to the notes. */
export const plainEdges = (
  notes: PlainNote[],
  project: PlainProject,
  schema: PlainSchema,
): PlainEdge[] => {
  const meant = meaningOf(notes, project)
  const edges: PlainEdge[] = []
  for (const { note, name, mapping } of referencesOf([...notes], schema)) {
    const { relationship, target_type: types = [] } = mapping
    const { fits, isElsewhere } = meant(note.layer, name, types)
    if (fits === undefined && isElsewhere) continue
    const only = types.length === 1 ? (types[0] ?? null) : null
    const to = fits ?? spokenOf(String(name).trim(), note.layer, only)
    if (fits === undefined) notes.push(to)
    const isStated = edges.some(
      (edge) =>
        edge.relationship === relationship &&
        ((edge.from === note && edge.to === to) ||
          (isSymmetric(schema, relationship) && edge.from === to && edge.to === note)),
    )
    if (!isStated) edges.push({ from: note, to, relationship })
  }
  return edges
}

/** Whether an edge may be gone from an end of it. */
const isOpen = (
  schema: PlainSchema,
  { from, to, relationship }: PlainEdge,
  end: PlainNote,
  { type, direction }: Way,
): boolean => {
  const inverse = schema.relationship_types.find(({ name }) => name === relationship)?.inverse
  const isInverse = type !== undefined && type === inverse
  if (type !== undefined && type !== relationship && !isInverse) return false
  if (direction === 'both' || isSymmetric(schema, relationship) || from === to) return true
  const goes = from === end ? 'outgoing' : 'incoming'
  return isInverse ? goes !== direction : goes === direction
}

/** Edges around an entity, each with the step that first reaches it. */
export const edgesAround = (
  { schema, edges }: { schema: PlainSchema; edges: readonly PlainEdge[] },
  start: PlainNote,
  depth: number,
  way: Way,
): Map<PlainEdge, number> => {
  const found = new Map<PlainEdge, number>()
  const visited = new Set([start])
  let frontier = [start]
  for (let hop = 1; hop <= depth; hop += 1) {
    const ways = frontier.flatMap((end) =>
      edges
        .filter(({ from, to }) => from === end || to === end)
        .filter((edge) => !found.has(edge) && isOpen(schema, edge, end, way))
        .map((edge) => ({ edge, other: edge.from === end ? edge.to : edge.from })),
    )
    for (const { edge } of ways) found.set(edge, hop)
    frontier = [...new Set(ways.map(({ other }) => other))].filter((other) => !visited.has(other))
    for (const other of frontier) visited.add(other)
  }
  return found
}
