import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitiesNamed } from '../graph/graph.ts'
import { readProject } from '../project/read-project.ts'
import { readSchema } from '../schema/read-schema.ts'
import { ingestBook } from '../stages/ingest-book.ts'
import {
  type Domain,
  filesOfDomain,
  type Happening,
  makeDomain,
  RELATIONSHIPS,
} from '../testing/two-books.ts'
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

const DEFAULTS: Record<string, string> = {
  service: 'planned',
  team: 'formed',
  person: 'alive',
  place: 'standing',
}

type State = Record<string, unknown>
const changed = (
  state: State,
  { property, do: how, value }: Happening['changes'][number],
): State => {
  const { [property]: before, ...others } = state
  const list = (before ?? []) as string[]
  if (how === 'value') return { ...state, [property]: value }
  if (how === 'unset') return others
  if (how === 'add') return { ...state, [property]: list.includes(value) ? list : [...list, value] }
  return before === undefined
    ? state
    : { ...state, [property]: list.filter((one) => one !== value) }
}

/** A model that shares nothing with the package: it answers out of the facts the files were made of. */
const modelOf = ({ facts, happenings }: Domain, words: Record<string, string>) => {
  const edges = new Set([
    ...facts.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, names]) =>
        names.map((other) => {
          const word = words[field] ?? ''
          const isTurned = field === 'beside' && other.toLowerCase() < name.toLowerCase()
          return JSON.stringify(isTurned ? [other, word, name] : [name, word, other])
        }),
      ),
    ),
    ...happenings.flatMap(({ name, affects }) =>
      affects.map((other) => JSON.stringify([name, words['affects'], other])),
    ),
  ])
  const ends = [...edges].map((edge): [string, string, string] => JSON.parse(edge))
  const reached = (start: string, depth: number): Set<string> => {
    let found = new Set([start])
    for (let step = 0; step < depth; step += 1)
      found = new Set([
        ...found,
        ...ends.flatMap(([a, , b]) => (found.has(a) ? [b] : found.has(b) ? [a] : [])),
      ])
    found.delete(start)
    return found
  }
  const stateOf = (name: string, upTo: number): Record<string, unknown> => {
    const fact = facts.find((one) => one.name === name)
    const state = { status: DEFAULTS[fact?.type ?? ''], ...fact?.properties }
    return happenings
      .filter(({ session }) => session <= upTo)
      .flatMap(({ changes }) => changes.filter(({ entity }) => entity === name))
      .reduce(changed, state)
  }
  return { ends, reached, stateOf }
}

const open = (domain: Domain): OpenBook => {
  const { project } = readProject(domain.project)
  const { schema } = readSchema(domain.schema)
  if (!project || !schema) throw new Error('The domain is wrong.')
  const { book } = ingestBook({ project, schema, files: filesOfDomain(domain) })
  expect(book.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return openBook(book)
}

const keyOf = (book: OpenBook, name: string) => {
  const [entity] = entitiesNamed(book.graph, name)
  if (entity === undefined) throw new Error(`${name} is missing.`)
  return entity
}

const agrees = (name: 'services' | 'novel', domain: Domain): void => {
  const book = open(domain)
  const model = modelOf(domain, RELATIONSHIPS[name])
  const { facts, happenings } = domain
  expect(
    answerList(book, {})
      .map((one) => one.name)
      .sort(),
  ).toEqual([...facts, ...happenings].map((one) => one.name).sort())
  for (const tag of ['tag0', 'TAG3'])
    expect(
      answerList(book, { tag })
        .map((one) => one.name)
        .sort(),
    ).toEqual(
      facts
        .filter(({ tags }) => tags.includes(tag.toLowerCase()))
        .map((one) => one.name)
        .sort(),
    )
  for (const fact of facts) {
    const entity = keyOf(book, fact.aliases[0] ?? fact.name.toUpperCase())
    expect(answerEntity(book, entity)).toMatchObject({
      name: fact.name,
      type: fact.type,
      tags: fact.tags,
      properties: fact.properties,
    })
    for (const depth of [1, 2, 5])
      expect(
        new Set(
          answerRelationships(book, entity, { depth })
            .map((hop) => hop.name)
            .filter((one) => one !== fact.name),
        ),
      ).toEqual(model.reached(fact.name, depth))
    const outgoing = answerRelationships(book, entity, { direction: 'outgoing' })
      .filter(({ direction }) => direction === 'outgoing')
      .map(({ relationship, name: other }) => JSON.stringify([relationship, other]))
    expect(outgoing.sort()).toEqual(
      model.ends
        .filter(([from, word]) => from === fact.name && word !== 'BESIDE' && word !== 'BORDERS')
        .map(([, word, to]) => JSON.stringify([word, to]))
        .sort(),
    )
    for (const session of [0, Math.floor(happenings.length / 2), happenings.length])
      expect(answerState(book, entity, 'happened', { session }).current).toEqual(
        model.stateOf(fact.name, session),
      )
    expect(
      answerTimeline(book, { layer: 'happened', entity: entity.key }).map((one) => one.name),
    ).toEqual(
      happenings.filter(({ affects }) => affects.includes(fact.name)).map((one) => one.name),
    )
    expect(answerHits(book, `number${facts.indexOf(fact)}`, { limit: 1 })[0]?.name).toBe(fact.name)
  }
}

describe('a book answers as an independent model does', () => {
  it('for books of two domains, whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('services' as const, 'novel' as const),
        fc.integer({ min: 2, max: 20 }),
        fc.infiniteStream(fc.nat(1_000_000)),
        (name, size, numbers) => {
          const pick = (below: number): number => Number(numbers.next().value) % below
          agrees(name, makeDomain(name, size, pick))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('for books of more than 300 files', () => {
    let seed = 7
    const pick = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (const name of ['services', 'novel'] as const) agrees(name, makeDomain(name, 260, pick))
  })
})
