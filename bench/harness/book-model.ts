import { isDeepStrictEqual } from 'node:util'
import {
  answerRelationships,
  answerState,
  entitiesNamed,
  ingestBook,
  openBook,
  readProject,
  readSchema,
} from '@teamlore/lorebook'
import { moreNotes } from '../../packages/lorebook/src/testing/more-notes.ts'
import { plainBook } from '../../packages/lorebook/src/testing/plain-book.ts'
import { readFolder } from '../../packages/lorebook/src/testing/plain-notes.ts'
import { createRandom } from './random.ts'

const BOOKS = [
  { folder: 'ferry-line', canon: 'architecture', events: 'delivery' },
  { folder: 'lantern-coast', canon: 'coast', events: 'voyage' },
] as const
const MADE = 400

type Random = ReturnType<typeof createRandom>

/** Notes written by hand with more made after their schema, each with links in its text: as a book, and as a plain reading of the same. */
const openBoth = (
  { folder, canon, events }: (typeof BOOKS)[number],
  links: boolean,
  { int }: Random,
) => {
  const all = readFolder(`packages/lorebook/fixtures/${folder}`)
  const textOf = (name: string): string => all.find(({ path }) => path === name)?.text ?? ''
  const [project, schema] = [textOf('lorecraft.yaml'), textOf('schema.yaml')]
  const written = all.filter(({ path }) => path.endsWith('.md'))
  const byHand = plainBook(written, project, schema)
  const named = byHand.notes.map(({ name }) => name)
  const made = moreNotes(byHand.schema, {
    folder: canon,
    events,
    names: named,
    count: MADE,
    below: int,
  })
  const linked = made.map(({ path, text }) => ({
    path,
    text: `${text}\nSee [[${named[int(named.length)]}]] and [[${named[int(named.length)]}|that]].\n`,
  }))
  const files = [...written, ...linked]
  const read = readProject(`${project}links: ${links}\n`)
  const declared = readSchema(schema)
  if (!read.project || !declared.schema) throw new Error('The book is wrong.')
  const { book } = ingestBook({
    project: read.project,
    schema: declared.schema,
    files: files.map((file) => ({ ...file, hash: file.path })),
  })
  return { open: openBook(book), plain: plainBook(files, project, schema) }
}
type Both = ReturnType<typeof openBoth>

const sorted = (items: readonly unknown[]): string[] =>
  items.map((one) => JSON.stringify(one)).sort()

const anyOf = <T>(items: readonly T[], { int }: Random): T => {
  const item = items[int(items.length)]
  if (item === undefined) throw new Error('There is nothing to take from.')
  return item
}

const pair = ({ open, plain }: Both, random: Random) => {
  const note = anyOf(plain.notes, random)
  const found = plain.named(note.name)
  const [entity] = entitiesNamed(open.graph, note.name)
  if (found === undefined || entity === undefined) throw new Error(`${note.name} is missing.`)
  return { note: found, entity }
}

/** Relationships of a type that fields state: links in texts may add to others, and never to these. */
const areRelationshipsRight = (both: Both, random: Random): boolean => {
  const { note, entity } = pair(both, random)
  const types = both.plain.schema.relationship_types.map(({ name }) => name)
  const query = {
    depth: 1 + random.int(5),
    direction: anyOf(['outgoing', 'incoming', 'both'] as const, random),
    type: anyOf(types, random),
  }
  const ends = (one: string, other: string): string => [one, other].sort().join(' – ')
  const hops = answerRelationships(both.open, entity, query)
  const expected = [...both.plain.around(note, query.depth, query)]
  return isDeepStrictEqual(
    sorted(hops.map((hop) => [hop.hop, ends(hop.from, hop.name)])),
    sorted(expected.map(([{ from, to }, hop]) => [hop, ends(from.name, to.name)])),
  )
}

/** What fields say around an entity, beside what its text links to. */
const areNeighboursRight = (both: Both, random: Random): boolean => {
  const { note, entity } = pair(both, random)
  const ends = (one: string, other: string): string => [one, other].sort().join(' – ')
  const hops = answerRelationships(both.open, entity, { depth: 1, direction: 'both' })
  const expected = [...both.plain.around(note, 1, { direction: 'both' })]
  return isDeepStrictEqual(
    sorted(hops.filter((hop) => !hop.is_from_text).map((hop) => ends(hop.from, hop.name))),
    sorted(expected.map(([{ from, to }]) => ends(from.name, to.name))),
  )
}

const isStateRight = (both: Both, random: Random): boolean => {
  const { note, entity } = pair(both, random)
  const layer = anyOf(both.plain.project.layers, random).name
  const session = random.int(2) === 0 ? undefined : random.int(32)
  const { base, current } = answerState(both.open, entity, layer, { session })
  return isDeepStrictEqual({ base, current }, both.plain.state(note, layer, session))
}

const ASKS = {
  'relationships of a type, depth 1 to 5': areRelationshipsRight,
  'what fields state around an entity': areNeighboursRight,
  'state as of a session': isStateRight,
}

/** How many answers of two books differ from those of an independent computation. */
export const askModel = (links: boolean, each: number) => {
  const random = createRandom(17)
  const books = BOOKS.map((one) => openBoth(one, links, random))
  return Object.entries(ASKS).map(([question, isRight]) => ({
    links: links ? 'on' : 'off',
    question,
    asked: each * books.length,
    wrong: books
      .flatMap((both) => Array.from({ length: each }, () => isRight(both, random)))
      .filter((right) => !right).length,
  }))
}
