import { parse } from 'yaml'
import { edgesAround, meaningOf, type PlainEdge, plainEdges, reach } from './plain-graph.ts'
import {
  isCalled,
  listOf,
  type PlainChange,
  type PlainFile,
  type PlainNote,
  type PlainProject,
  type PlainSchema,
  plainNotes,
} from './plain-notes.ts'

type Read = {
  project: PlainProject
  schema: PlainSchema
  notes: PlainNote[]
  edges: PlainEdge[]
  meant: ReturnType<typeof meaningOf>
}
type State = Record<string, unknown>
const NEVER = Number.MAX_SAFE_INTEGER
const LAST = '~'

/** One string that sorts as events do: by session, then date, then file. */
const placeOf = ({ session, date, path }: PlainNote): string =>
  JSON.stringify([String(session ?? NEVER).padStart(20, '0'), date ?? LAST, path])

/** Events that count in a layer: those it stands on first, up to where it leaves them. */
const eventsOf = ({ project, notes }: Read, layer: string): PlainNote[] => {
  const of = (name: string): PlainNote[] =>
    notes
      .filter((note) => note.layer === name && note.type === 'event' && note.path !== null)
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const until = project.layers.find(({ name }) => name === layer)?.until_session
  const isBefore = ({ session }: PlainNote) =>
    until === undefined || (session !== null && session <= until)
  const beneath = reach(project, layer).slice(1).reverse()
  return [...beneath.flatMap((name) => of(name).filter(isBefore)), ...of(layer)]
}

const concerns = ({ edges, meant }: Read, event: PlainNote, note: PlainNote): boolean =>
  edges.some(
    ({ from, to }) => (from === event && to === note) || (to === event && from === note),
  ) || event.changes.some(({ entity }) => meant(event.layer, entity).fits === note)

type Range = { entity?: PlainNote | undefined; from?: number | undefined; to?: number | undefined }
const timelineOf = (read: Read, layer: string, { entity, from, to }: Range): PlainNote[] => {
  const isRanged = from !== undefined || to !== undefined
  return eventsOf(read, layer)
    .filter(({ session }) => !isRanged || session !== null)
    .filter(({ session }) => !isRanged || (session ?? 0) >= (from ?? 0))
    .filter(({ session }) => !isRanged || (session ?? 0) <= (to ?? NEVER))
    .filter((event) => entity === undefined || concerns(read, event, entity))
}

const changed = (before: unknown, { value, add, remove, unset }: PlainChange): unknown => {
  if (unset === true) return undefined
  if (value !== undefined) return value
  const list = listOf(before)
  const has = (items: unknown[], one: unknown) => items.some((other) => isCalled(other, one))
  if (add !== undefined) return [...list, ...listOf(add).filter((one) => !has(list, one))]
  const left = list.filter((one) => !has(listOf(remove), one))
  return Array.isArray(before) ? left : left[0]
}

/** What says of an entity before anything happens, the nearest last. */
const groundsOf = ({ project, notes }: Read, note: PlainNote, layer: string): PlainNote[] => {
  const grounds: PlainNote[] = []
  for (const name of reach(project, layer)) {
    const here = notes.filter(
      (one) => one.layer === name && isCalled(one.name, note.name) && one.type === note.type,
    )
    grounds.unshift(...here)
    const overrides = project.layers.find((one) => one.name === name)?.overrides === true
    if (!overrides && here.some(({ path }) => path !== null)) break
  }
  return grounds
}

const baseOf = (grounds: readonly PlainNote[]): State => {
  const base: State = {}
  for (const { properties, fields } of grounds)
    for (const [name, value] of Object.entries(properties))
      if (fields[name] !== undefined || base[name] === undefined) base[name] = value
  return base
}

const stateOf = (read: Read, note: PlainNote, layer: string, session = NEVER) => {
  const grounds = groundsOf(read, note, layer)
  const isIt = (found: PlainNote | undefined) =>
    found !== undefined && (found === note || grounds.includes(found))
  const isPast = (event: PlainNote) =>
    event.layer !== layer || session === NEVER || (event.session ?? NEVER) <= session
  const base = baseOf(grounds)
  const changes = eventsOf(read, layer)
    .filter(isPast)
    .flatMap((event) =>
      event.changes.filter(({ entity }) => isIt(read.meant(event.layer, entity).fits)),
    )
  const current = { ...base }
  for (const change of changes) current[change.property] = changed(current[change.property], change)
  const isThere = ([, value]: [string, unknown]) => value !== undefined
  return { base, current: Object.fromEntries(Object.entries(current).filter(isThere)) }
}

export const plainBook = (files: readonly PlainFile[], projectText: string, schemaText: string) => {
  const project = parse(projectText) as PlainProject
  const schema = parse(schemaText) as PlainSchema
  const notes = plainNotes(files, project, schema)
  const edges = plainEdges(notes, project, schema)
  const read: Read = { project, schema, notes, edges, meant: meaningOf(notes, project) }
  return {
    ...read,
    named: (name: string): PlainNote | undefined => {
      const titled = notes.filter((note) => isCalled(note.name, name))
      const aliased = notes.filter((note) => note.aliases.some((alias) => isCalled(alias, name)))
      const found = titled.length > 0 ? titled : aliased
      return found.find(({ path }) => path !== null) ?? found[0]
    },
    around: (start: PlainNote, depth: number, way: Parameters<typeof edgesAround>[3]) =>
      edgesAround(read, start, depth, way),
    timeline: (layer: string, range: Range) => timelineOf(read, layer, range),
    state: (note: PlainNote, layer: string, session?: number) =>
      stateOf(read, note, layer, session),
  }
}
export type PlainBook = ReturnType<typeof plainBook>
