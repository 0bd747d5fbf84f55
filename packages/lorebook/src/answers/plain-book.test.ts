import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { entitiesNamed } from '../graph/graph.ts'
import { readProject } from '../project/read-project.ts'
import { readSchema } from '../schema/read-schema.ts'
import { ingestBook } from '../stages/ingest-book.ts'
import { moreNotes } from '../testing/more-notes.ts'
import { type PlainBook, plainBook } from '../testing/plain-book.ts'
import { type PlainNote, readFolder } from '../testing/plain-notes.ts'
import {
  answerEntity,
  answerHits,
  answerList,
  answerRelationships,
  answerState,
  answerTimeline,
  type OpenBook,
  openBook,
} from './answers.ts'

const MADE = 140
const DOMAINS = {
  'ferry-line': ['architecture', 'delivery'],
  'lantern-coast': ['coast', 'voyage'],
} as const
type Domain = keyof typeof DOMAINS

/** Notes written by hand, and more made after their schema. */
const filesOf = (domain: Domain, seed: number) => {
  const [folder, events] = DOMAINS[domain]
  const files = readFolder(fileURLToPath(new URL(`../../fixtures/${domain}`, import.meta.url)))
  const textOf = (name: string) => files.find(({ path }) => path === name)?.text ?? ''
  const [project, schema] = [textOf('lorecraft.yaml'), textOf('schema.yaml')]
  const written = files.filter(({ path }) => path.endsWith('.md'))
  const names = plainBook(written, project, schema).notes.flatMap(({ name, aliases }) => [
    name,
    ...aliases,
  ])
  let state = seed
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const made = moreNotes(parse(schema), { folder, events, names, count: MADE, below })
  return { project, schema, written, made }
}

type Both = { book: OpenBook; plain: PlainBook; names: string[] }
const openBoth = (domain: Domain, seed: number): Both => {
  const { project, schema, written, made } = filesOf(domain, seed)
  const files = [...written, ...made]
  const read = { project: readProject(project).project, schema: readSchema(schema).schema }
  if (!read.project || !read.schema) throw new Error('The book is wrong.')
  const { book } = ingestBook({
    project: read.project,
    schema: read.schema,
    files: files.map((file) => ({ ...file, hash: file.path })),
  })
  const plain = plainBook(files, project, schema)
  return {
    book: openBook(book),
    plain,
    names: plain.notes.flatMap(({ name, aliases }) => [name, ...aliases]),
  }
}

const sorted = (items: readonly unknown[]): string[] =>
  items.map((one) => JSON.stringify(one)).sort()
const end = ({ name, layer }: { name: string; layer: string }): string => `${layer}/${name}`

const entityOf = ({ book }: Both, name: string) => {
  const [entity] = entitiesNamed(book.graph, name)
  if (entity === undefined) throw new Error(`${name} is missing.`)
  return entity
}
const noteOf = ({ plain }: Both, name: string): PlainNote => {
  const note = plain.named(name)
  if (note === undefined) throw new Error(`${name} is missing in the model.`)
  return note
}

/** Each question of `lore book query`, asked of both. */
const QUESTIONS: Record<string, (both: Both, pick: (limit: number) => number) => void> = {
  entity: (both, pick) => {
    const name = both.names[pick(both.names.length)] ?? ''
    const { type, layer, tags, properties, body, path } = noteOf(both, name)
    const answer = answerEntity(both.book, entityOf(both, name.toUpperCase()))
    expect(answer).toMatchObject({ type, layer, tags, body, source_file: path })
    expect(answer.properties).toEqual(properties)
  },
  list: (both, pick) => {
    const { schema, project, notes } = both.plain
    const any = <T>(items: readonly T[]): T | undefined =>
      pick(2) === 0 ? undefined : items[pick(items.length)]
    const type = any(schema.entity_types.map(({ name }) => name))
    const layer = any(project.layers.map(({ name }) => name))
    const tag = any(['t0', 'T3', 'money', 'LIGHT', 'nothing'])
    const expected = notes.filter(
      (note) =>
        (type ?? note.type) === note.type &&
        (layer ?? note.layer) === note.layer &&
        (tag === undefined || note.tags.some((one) => one.toLowerCase() === tag.toLowerCase())),
    )
    expect(
      sorted(
        answerList(both.book, { type, layer, tag }).map((one) => [
          end(one),
          one.type,
          one.is_placeholder,
        ]),
      ),
    ).toEqual(sorted(expected.map((one) => [end(one), one.type, one.path === null])))
  },
  relations: (both, pick) => {
    const name = both.names[pick(both.names.length)] ?? ''
    const words = both.plain.schema.relationship_types.flatMap(({ name: own, inverse }) =>
      inverse ? [own, inverse] : [own],
    )
    const query = {
      depth: 1 + pick(5),
      direction: (['outgoing', 'incoming', 'both'] as const)[pick(3)] ?? 'both',
      type: pick(2) === 0 ? undefined : words[pick(words.length)],
    }
    const hops = answerRelationships(both.book, entityOf(both, name), query)
    const expected = [...both.plain.around(noteOf(both, name), query.depth, query)]
    const ends = (one: string, other: string) => [one, other].sort().join(' – ')
    expect(sorted(hops.map((hop) => [hop.hop, ends(hop.from, hop.name)]))).toEqual(
      sorted(expected.map(([{ from, to }, hop]) => [hop, ends(from.name, to.name)])),
    )
    // What each is called, seen from the nearer end.
    const called = new Set(
      expected.flatMap(([{ from, to, relationship }]) => {
        const kind = both.plain.schema.relationship_types.find((one) => one.name === relationship)
        const isBoth = relationship === 'RELATED_TO' || kind?.symmetric === true
        return [
          `${from.name} ${relationship} ${isBoth ? 'both' : 'outgoing'} ${to.name}`,
          `${to.name} ${kind?.inverse ?? relationship} ${isBoth ? 'both' : 'incoming'} ${from.name}`,
        ]
      }),
    )
    for (const { from, relationship, direction, name: to } of hops)
      expect(called).toContain(`${from} ${relationship} ${direction} ${to}`)
  },
  state: (both, pick) => {
    const name = both.names[pick(both.names.length)] ?? ''
    const layer = both.plain.project.layers[pick(both.plain.project.layers.length)]?.name ?? ''
    const session = pick(2) === 0 ? undefined : pick(32)
    const { base, current } = answerState(both.book, entityOf(both, name), layer, { session })
    expect({ base, current }).toEqual(both.plain.state(noteOf(both, name), layer, session))
  },
  timeline: (both, pick) => {
    const layer = both.plain.project.layers[pick(both.plain.project.layers.length)]?.name ?? ''
    const name = pick(2) === 0 ? undefined : (both.names[pick(both.names.length)] ?? '')
    const [from, to] = [
      pick(2) === 0 ? undefined : pick(15),
      pick(2) === 0 ? undefined : 5 + pick(25),
    ]
    const answer = answerTimeline(both.book, {
      layer,
      fromSession: from,
      toSession: to,
      entity: name === undefined ? undefined : entityOf(both, name).key,
    })
    const entity = name === undefined ? undefined : noteOf(both, name)
    expect(answer.map(end)).toEqual(both.plain.timeline(layer, { entity, from, to }).map(end))
  },
  search: (both, pick) => {
    const note = both.plain.notes[pick(both.plain.notes.length)]
    const words = `${note?.name} ${note?.body}`.toLowerCase().match(/[a-z0-9]{5,}/gu) ?? []
    const word = words[pick(Math.max(1, words.length))] ?? 'crossing'
    const has = (text: string) =>
      new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').test(text)
    const expected = both.plain.notes.filter(({ name, aliases, tags, body }) =>
      has([name, ...aliases, ...tags, body].join('\n')),
    )
    const hits = answerHits(both.book, word, { limit: 1_000 })
    const found = new Set(hits.map(end))
    for (const one of expected)
      expect([word, end(one), found.has(end(one))]).toEqual([word, end(one), true])
    const best = expected.filter(({ name }) => has(name))
    if (best.length > 0) expect(best.map(end)).toContain(hits[0] && end(hits[0]))
    const marked = hits.find((hit) => expected.some((one) => end(one) === end(hit)))
    if (marked) expect(marked.snippet.toLowerCase()).toContain('**')
  },
}

describe('a book of notes by hand and many more', () => {
  it('is of two domains, with 30 notes by hand and 300 others', () => {
    const all = (Object.keys(DOMAINS) as Domain[]).map((domain) => filesOf(domain, 3))
    const byHand = all.flatMap(({ written }) =>
      written.filter(({ text }) => text.startsWith('---')),
    )
    expect(byHand.length).toBeGreaterThanOrEqual(30)
    expect(all.flatMap(({ made }) => made).length).toBeGreaterThanOrEqual(300)
  })

  const opened = new Map<string, Both>()
  const bothOf = (domain: Domain, seed: number): Both => {
    const key = `${domain} ${seed}`
    const both = opened.get(key) ?? openBoth(domain, seed)
    opened.set(key, both)
    return both
  }

  it.each(Object.keys(QUESTIONS))(
    'answers %s as a plain reading of the same files does',
    (question) => {
      fc.assert(
        fc.property(
          fc.constantFrom(...(Object.keys(DOMAINS) as Domain[])),
          fc.integer({ min: 1, max: 4 }),
          fc.infiniteStream(fc.nat(1_000_000)),
          (domain, seed, numbers) =>
            QUESTIONS[question]?.(
              bothOf(domain, seed),
              (limit) => Number(numbers.next().value) % limit,
            ),
        ),
        { numRuns: 150 },
      )
    },
  )
})
