import { describe, expect, it } from 'vitest'
import { viewOfBook } from '../access/book-view.ts'
import { answerEntity, answerList, answerRelationships, openBook } from '../answers/answers.ts'
import { entitiesNamed } from '../graph/graph.ts'
import type { SourceFile } from '../notes/note.types.ts'
import { readProject } from '../project/read-project.ts'
import { newLinkEdges } from '../proposals/new-link-edges.ts'
import { unlinkedNames } from '../proposals/unlinked-names.ts'
import { readSchema } from '../schema/read-schema.ts'
import { file } from '../testing/sample-book.ts'
import { ingestBook } from './ingest-book.ts'

const SCHEMA = `version: 1
entity_types:
  - name: thing
    identity: [number]
    properties:
      - { name: number, type: integer }
      - { name: seen, type: enum, values: [all, few], default: all }
    field_mappings:
      - { field: requires, relationship: REQUIRES, target_type: [thing] }
  - { name: event, event: true }
relationship_types:
  - { name: REQUIRES, inverse: REQUIRED_BY }
  - { name: LINKS_TO, inverse: LINKED_FROM }
visibility: { property: seen, needs: { few: admin } }
`
const bookOf = (files: readonly SourceFile[], more = '', schemaMore = '') => {
  const { project } = readProject(
    `project: vault\nversion: 1\nlayers:\n  - { name: notes, paths: [./], canonical: true }\n${more}`,
  )
  const { schema, problems } = readSchema(`${SCHEMA}${schemaMore}`)
  if (project === undefined || schema === undefined) throw new Error(JSON.stringify(problems))
  return ingestBook({ project, schema, files }).book
}
const thing = (path: string, more = '', body = '') => file(path, `type: thing\n${more}`, body)
const edgesOf = (book: ReturnType<typeof bookOf>) =>
  book.edges.map(({ from, to, relationship, isFromText }) =>
    [from, relationship, to, isFromText === true ? 'text' : 'field'].join(' '),
  )
const rulesOf = (book: ReturnType<typeof bookOf>) =>
  book.problems.map(({ file: path, line, rule }) => `${path}:${line} ${rule}`)

const LINKED = [
  thing(
    'a.md',
    '',
    'See [[b]], [[B#Part|the part]], [[sub/c]] and ![[b]].\n\n`[[d]]` is code. [[#Here]]',
  ),
  thing('b.md', '', '[C](sub/c.md#part "x") and [again](<sub/c.md>), [out](https://x.test/a.md).'),
  thing('sub/c.md', 'title: Sea', 'Back to [the first][one] and [[c^block]].\n\n[one]: ../a.md'),
  thing('d.md'),
]

describe('links in texts', () => {
  it('are relationships where the book has it so, each once and marked', () => {
    expect(edgesOf(bookOf(LINKED, 'links: true'))).toEqual([
      'notes/a RELATED_TO notes/b text',
      'notes/a RELATED_TO notes/sea text',
      'notes/b RELATED_TO notes/sea text',
    ])
  })

  it('are mentions alone where it does not say, and what they would add is known', () => {
    const book = bookOf(LINKED)
    expect(edgesOf(book)).toEqual([])
    expect(book.mentions).toHaveLength(8)
    expect(newLinkEdges(book)).toEqual(bookOf(LINKED, 'links: true').edges)
    expect(newLinkEdges(bookOf(LINKED, 'links: true'))).toEqual([])
  })

  it('are of the relationship that the schema names', () => {
    const book = bookOf(LINKED, 'links: true', 'links: { relationship: LINKS_TO }\n')
    expect(edgesOf(book)).toContain('notes/sea LINKS_TO notes/a text')
    expect(newLinkEdges(bookOf(LINKED, '', 'links: { relationship: LINKS_TO }\n'))).toEqual(
      book.edges,
    )
    expect(readSchema(`${SCHEMA}links: { relationship: LINKS_T }\n`).problems).toMatchObject([
      { rule: 'unknown-name', nearest: 'LINKS_TO' },
    ])
  })

  it('leave to a field what a field says, and nothing to propose that is linked', () => {
    const book = bookOf(
      [
        thing('one harbour.md', 'related: [two harbour]', '[[two harbour]], three harbour'),
        thing('two harbour.md'),
        thing('three harbour.md'),
      ],
      'links: true',
    )
    expect(edgesOf(book)).toEqual(['notes/one harbour RELATED_TO notes/two harbour field'])
    expect(unlinkedNames(book).map(({ to }) => to.name)).toEqual(['three harbour'])
  })

  it('lead nowhere where no file is there, and are no fault where a picture, a page or an untyped note is', () => {
    const book = bookOf([
      thing(
        'a.md',
        '',
        '[[gone]] [x](gone.md) ![[map.png]] [site](page) [[plain]] [y](plain.md) [z](../../out.md)',
      ),
      { path: 'plain.md', hash: 'plain', text: 'No front matter.' },
    ])
    expect(rulesOf(book)).toEqual(['a.md:4 dangling-link', 'a.md:4 dangling-link'])
  })

  it('say to a lesser role no more than their words where they lead to what is hidden', () => {
    const book = bookOf(
      [
        thing(
          'a.md',
          '',
          '[[vault/crypt|below]] [[7]] [door](vault/crypt.md) [crypt](vault/crypt.md) [d][1] [[Ossuary]]\n\n[1]: vault/crypt.md',
        ),
        thing('vault/crypt.md', 'title: Ossuary\nseen: few\nnumber: 7'),
      ],
      'links: true',
    )
    const view = viewOfBook(book, 'viewer')
    expect(view.edges).toEqual([])
    const [a] = view.entities
    expect(a?.body).toBe('below [hidden] door [hidden] [d][1] [hidden]\n\n[1]: #')
    expect(viewOfBook(book, 'admin').edges).toHaveLength(1)
  })
})

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

  it('of one folder live side by side where identity fields tell them apart', () => {
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
