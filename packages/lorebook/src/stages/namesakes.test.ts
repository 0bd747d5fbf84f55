import { describe, expect, it } from 'vitest'
import { answerEntity, answerList, answerRelationships, openBook } from '../answers/answers.ts'
import { entitiesNamed } from '../graph/graph.ts'
import { bookOf, edgesOf, rulesOf, thing } from '../testing/linked-book.ts'
import { file } from '../testing/sample-book.ts'
import { ingestBook } from './ingest-book.ts'

describe('notes of one name', () => {
  const twins = [
    thing('north/Harbour.md', '', 'cold'),
    thing('south/Harbour.md', '', 'warm'),
    thing('south/pier.md', 'requires: Harbour', '[[Harbour]] [[north/Harbour]]'),
    thing('west/pier.md', '', '[[Harbour]]'),
  ]

  it('live side by side in different folders, each known by its path', () => {
    const book = bookOf(twins, 'links: true')
    expect(book.entities).toHaveLength(4)
    expect(edgesOf(book)).toEqual([
      'notes/pier\tsouth/pier.md REQUIRES notes/harbour\tsouth/Harbour.md field',
      'notes/harbour\tsouth/Harbour.md RELATED_TO notes/pier\tsouth/pier.md text',
      'notes/harbour\tnorth/Harbour.md RELATED_TO notes/pier\tsouth/pier.md text',
      'notes/harbour\tnorth/Harbour.md RELATED_TO notes/pier\twest/pier.md text',
    ])
    expect(rulesOf(book)).toEqual([
      'south/Harbour.md:1 same-name',
      'west/pier.md:1 same-name',
      'west/pier.md:4 ambiguous-name',
    ])
  })

  it('differ by their handle, which alone finds each', () => {
    const open = openBook(bookOf(twins, 'links: true'))
    const handles = answerList(open, {}).map(({ handle }) => handle)
    expect(handles).toEqual(['north/Harbour', 'south/Harbour', 'south/pier', 'west/pier'])
    for (const handle of handles) {
      const [entity, ...more] = entitiesNamed(open.graph, handle)
      if (entity === undefined) throw new Error(`${handle} is missing.`)
      expect([answerEntity(open, entity).handle, more]).toEqual([handle, []])
    }
    const [pier] = entitiesNamed(open.graph, 'south/pier')
    expect(pier && answerRelationships(open, pier, {}).map(({ handle }) => handle)).toEqual([
      'south/Harbour',
      'south/Harbour',
      'north/Harbour',
    ])
  })

  it('keep what they were when another comes, as a renaming', () => {
    const [north, south] = twins
    const before = bookOf(north ? [north] : [])
    const previous = before.entities.map(({ key, source }) => ({
      key,
      path: source?.path ?? null,
      hash: source?.hash ?? null,
    }))
    const { project, schema } = before
    const files = [north, south].flatMap((one) => one ?? [])
    expect(ingestBook({ project, schema, files, previous }).plan).toEqual({
      created: ['notes/harbour\tsouth/Harbour.md'],
      updated: [],
      deleted: [],
      renamed: [{ from: 'notes/harbour', to: 'notes/harbour\tnorth/Harbour.md' }],
    })
  })

  it('are meant by consequences as by fields: by path, and where it says no path by the nearer', () => {
    const [north, south] = twins.map(({ path }) => thing(path, 'number: 1'))
    const event = (path: string, entity: string) =>
      file(
        path,
        `type: event\nsession: 1\nconsequences:\n  - { entity: ${entity}, property: number, value: 2 }`,
      )
    const book = bookOf(
      [north, south]
        .flatMap((one) => one ?? [])
        .concat([
          event('log/a.md', 'north/Harbour'),
          event('north/b.md', '"[[Harbour]]"'),
          event('log/c.md', 'Harbour'),
        ]),
    )
    expect(book.events.map(({ consequences }) => consequences[0]?.entity)).toEqual([
      'notes/harbour\tnorth/Harbour.md',
      'notes/harbour\tnorth/Harbour.md',
      'notes/harbour\tnorth/Harbour.md',
    ])
    expect(rulesOf(book)).toEqual(['log/c.md:5 ambiguous-name', 'south/Harbour.md:1 same-name'])
  })

  it('of one folder are a mistake: the first by path stays', () => {
    const book = bookOf([thing('a.md', 'title: X'), thing('b.md', 'title: X')])
    expect(rulesOf(book)).toEqual(['b.md:3 duplicate-name'])
    expect(book.entities).toHaveLength(1)
  })

  it('of one folder live side by side where identity fields distinguish them', () => {
    const book = bookOf([
      thing('a.md', 'title: X\nnumber: 1'),
      thing('b.md', 'title: X\nnumber: 2'),
      thing('c.md', 'title: X\nnumber: 2'),
      thing('d.md', 'title: X'),
      thing('e.md', 'requires: [1, thing-2, X]'),
    ])
    expect(edgesOf(book)).toEqual([
      'notes/e REQUIRES notes/x\ta.md field',
      'notes/e REQUIRES notes/x\tb.md field',
    ])
    expect(rulesOf(book)).toEqual([
      'b.md:3 same-name',
      'c.md:3 duplicate-name',
      'd.md:3 duplicate-name',
      'e.md:3 ambiguous-name',
    ])
  })
})

describe('identity fields', () => {
  const files = [
    thing('p/2718.md', 'title: Envelope\nnumber: 2718'),
    thing('p/155.md', 'title: Replay, and so on\nnumber: 155'),
    thing(
      'p/1559.md',
      'title: Fees\nnumber: 1559\nrequires: 2718, thing-0155',
      '[[THING-2718]] number 155',
    ),
    thing('p/4844.md', 'title: Blobs\nrequires: [1559, "Replay, and so on"]'),
    thing('p/1.md', 'title: One\nrequires: 9, 10'),
  ]

  it('name an entity in fields, links and questions, by lists with commas too', () => {
    const book = bookOf(files)
    expect(edgesOf(book)).toEqual([
      'notes/one REQUIRES notes/9, 10 field',
      'notes/fees REQUIRES notes/envelope field',
      'notes/fees REQUIRES notes/replay, and so on field',
      'notes/blobs REQUIRES notes/fees field',
      'notes/blobs REQUIRES notes/replay, and so on field',
    ])
    expect(book.mentions).toMatchObject([{ from: 'notes/fees', to: 'notes/envelope' }])
    const event = 'type: event\nconsequences: [{ entity: 2718, property: seen, value: few }]'
    const [change] = bookOf([...files, file('p/event.md', event)]).events
    expect(change?.consequences).toMatchObject([{ name: '2718', entity: 'notes/envelope' }])
    const { graph } = openBook(book)
    for (const name of ['2718', 'thing-2718', 'Number 2718', 'THING_02718'])
      expect(entitiesNamed(graph, name).map((one) => one.name)).toEqual(['Envelope'])
  })
})
