import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerEntity,
  answerGraph,
  answerHits,
  answerList,
  answerRelationships,
  answerState,
  answerTimeline,
  openBook,
} from '../answers/answers.ts'
import { gatherEvidence } from '../answers/evidence.ts'
import type { Book } from '../book.types.ts'
import { checkBook } from '../checks/check-book.ts'
import { exportBook } from '../exports/export-book.ts'
import { EXPORT_FORMATS } from '../exports/export-formats.ts'
import { selectBook } from '../exports/select-book.ts'
import { readProject } from '../project/read-project.ts'
import { unlinkedNames } from '../proposals/unlinked-names.ts'
import { BOOK_ROLES, type BookRole, sees } from '../roles.ts'
import { readSchema } from '../schema/read-schema.ts'
import { ingestBook } from '../stages/ingest-book.ts'
import { file } from '../testing/sample-book.ts'
import { seesWhole, viewOfBook, viewRoleOf } from './book-view.ts'

const PROJECT = `project: p
version: 1
layers:
  - { name: open, paths: [./open/], canonical: true }
  - { name: vault, paths: [./vault/], canonical: true, depends_on: [open], needs: admin }
  - { name: log, paths: [./log/], depends_on: [vault] }
`
const SCHEMA = `version: 1
entity_types:
  - name: thing
    properties:
      - { name: seen, type: enum, values: [all, some, few], default: all }
      - { name: price, type: string, needs: member }
      - { name: mood, type: string }
    field_mappings:
      - { field: near, relationship: NEAR }
      - { field: betrays, relationship: BETRAYS }
  - name: event
    properties:
      - { name: seen, type: enum, values: [all, some, few], default: all }
    field_mappings:
      - { field: affects, relationship: AFFECTS }
relationship_types:
  - { name: NEAR, symmetric: true }
  - { name: BETRAYS, inverse: BETRAYED_BY, needs: admin }
  - { name: AFFECTS, inverse: AFFECTED_BY }
visibility:
  property: seen
  needs: { some: member, few: admin }
`
const project = readProject(PROJECT).project
const schema = readSchema(SCHEMA).schema
if (project === undefined || schema === undefined) throw new Error('The sample is wrong.')

const ingest = (files: ReturnType<typeof file>[]): Book =>
  ingestBook({
    project,
    schema,
    // Hashes of the samples are their texts.
    files: files.map((one, at) => ({ ...one, hash: `${at}` })),
  }).book

/** All that any door can say of a view. */
const everythingSaid = (view: Book, words: readonly string[]): string => {
  const open = openBook(view)
  return JSON.stringify([
    view,
    answerList(open, {}),
    answerGraph(open, {}),
    view.entities.map((one) => [
      answerEntity(open, one),
      answerRelationships(open, one, { depth: 5 }),
      gatherEvidence(open, one, words.join(' ')),
      view.project.layers.map(({ name }) => answerState(open, one, name)),
    ]),
    view.project.layers.map(({ name }) => answerTimeline(open, { layer: name })),
    words.map((word) => answerHits(open, word, {})),
    EXPORT_FORMATS.map((format) => exportBook({ ...view, ...selectBook(view) }, format)),
    checkBook(view, []),
    unlinkedNames(view),
  ])
}

type Made = { at: number; layer: string; seen: string; near: number[]; betrays: number[] }
const FOLDERS: Record<string, BookRole | undefined> = {
  open: undefined,
  vault: 'admin',
  log: undefined,
}
const WORDS: Record<string, BookRole | undefined> = {
  all: undefined,
  some: 'member',
  few: 'admin',
  // No word of the enum: hidden as far as any word does.
  slip: 'admin',
}
const madeThing = fc.record({
  layer: fc.constantFrom('open', 'vault', 'log'),
  seen: fc.constantFrom('all', 'some', 'few', 'slip'),
  near: fc.array(fc.nat(9), { maxLength: 3 }),
  betrays: fc.array(fc.nat(9), { maxLength: 2 }),
})

/** Each thing with words of its own in every place that can hold one, and with links to others. */
const thingFile = ({ at, layer, seen, near, betrays }: Made) =>
  file(
    `${layer}/path${at}xq.md`,
    [
      `title: Name${at}xq`,
      'type: thing',
      `aliases: [Alias${at}xq]`,
      `tags: [tag${at}xq]`,
      `seen: ${seen}`,
      `price: price${at}xq`,
      `mood: mood${at}xq`,
      `near: [${near.map((one) => `Name${one}xq`).join(', ')}]`,
      `betrays: [${betrays.map((one) => `Alias${one}xq`).join(', ')}]`,
    ].join('\n'),
    `Body${at}xq. ${[...near, ...betrays].map((one) => `See [[Name${one}xq]] and [[Alias${one}xq#x|this]].`).join(' ')}`,
  )
const eventFile = ({ at, seen, near }: Made) =>
  file(
    `log/event${at}xq.md`,
    [
      `title: Event${at}xq`,
      'type: event',
      `session: ${at}`,
      `seen: ${seen}`,
      'consequences:',
      ...near.map((one) => `  - { entity: Name${one}xq, property: mood, value: "turned${at}xq" }`),
      `  - { entity: Name${at}xq, property: price, value: "cost${at}xq" }`,
      ...near.map((one) => `  - { entity: Name${at}xq, property: mood, add: Name${one}xq }`),
    ].join('\n'),
  )

const secretsOf = (made: readonly Made[], role: BookRole) => {
  const hidden = made.filter(
    ({ layer, seen }) => !sees(role, FOLDERS[layer]) || !sees(role, WORDS[seen]),
  )
  const secrets = [
    ...hidden.flatMap(({ at }) =>
      ['Name', 'Alias', 'tag', 'price', 'mood', 'Body', 'path'].map((one) => `${one}${at}xq`),
    ),
    ...made
      .filter(({ seen }) => !sees(role, WORDS[seen]))
      .flatMap(({ at }) => [`Event${at}xq`, `turned${at}xq`, `cost${at}xq`]),
    ...(sees(role, 'member') ? [] : made.map(({ at }) => `price${at}xq`)),
    ...(sees(role, 'member') ? [] : made.map(({ at }) => `cost${at}xq`)),
    ...(sees(role, 'admin') ? [] : ['BETRAY', 'vault']),
  ]
  return { hidden, secrets }
}

describe('a book as a role sees it', () => {
  it('holds no trace of what needs more, in any answer, count, report or export', () => {
    fc.assert(
      fc.property(fc.array(madeThing, { minLength: 1, maxLength: 9 }), (some) => {
        const made = some.map((one, at) => ({ ...one, at }))
        const book = ingest([...made.map(thingFile), ...made.map(eventFile)])
        for (const role of BOOK_ROLES) {
          const { hidden, secrets } = secretsOf(made, role)
          // What nobody writes of in a file is known by who names it.
          const view = viewOfBook(book, role)
          const said = everythingSaid(view, ['xq', ...secrets.slice(0, 5)]).toLowerCase()
          for (const secret of secrets)
            expect(said.includes(secret.toLowerCase()), `${role}: ${secret}`).toBe(false)
          const shown = made.filter((one) => !hidden.includes(one))
          for (const { at } of shown)
            expect(view.entities.map(({ name }) => name)).toContain(`Name${at}xq`)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('is the book itself for whoever sees all of it', () => {
    const book = ingest([file('open/a.md', 'title: A\ntype: thing')])
    expect(viewOfBook(book, 'admin')).toBe(book)
    expect(seesWhole(book, 'member')).toBe(false)
    expect(BOOK_ROLES.map((role) => viewRoleOf(book, role))).toEqual([
      'viewer',
      'member',
      'owner',
      'owner',
    ])
  })

  it('names a placeholder to whoever sees a note that names it, and to nobody else', () => {
    const book = ingest([
      file('open/a.md', 'title: A\ntype: thing\nnear: [Lost]'),
      file('open/b.md', 'title: B\ntype: thing\nseen: few\nnear: [Gone]'),
    ])
    const names = (role: BookRole) => viewOfBook(book, role).entities.map(({ name }) => name)
    expect(names('viewer').sort()).toEqual(['A', 'Lost'])
    expect(names('admin').sort()).toEqual(['A', 'B', 'Gone', 'Lost'])
  })

  it('lets a layer stand on what a hidden one stood on', () => {
    const book = ingest([
      file('open/a.md', 'title: A\ntype: thing\nmood: calm'),
      file(
        'log/e.md',
        'title: E\ntype: event\nsession: 1\nconsequences:\n  - { entity: A, property: mood, value: wild }',
      ),
    ])
    const view = viewOfBook(book, 'viewer')
    const [a] = view.entities.filter(({ name }) => name === 'A')
    if (a === undefined) throw new Error('A is missing.')
    expect(answerState(openBook(view), a, 'log').current).toMatchObject({ mood: 'wild' })
  })
})

describe('a visibility in schema.yaml', () => {
  const problems = (visibility: string) =>
    readSchema(`${SCHEMA.slice(0, SCHEMA.indexOf('visibility:'))}${visibility}`).problems

  it('must be by an enum that there is and for its words', () => {
    expect(problems('visibility: { property: sen, needs: { few: admin } }\n')).toMatchObject([
      { rule: 'unknown-name', nearest: 'seen' },
    ])
    expect(problems('visibility: { property: seen, needs: { fw: admin } }\n')).toMatchObject([
      { rule: 'unknown-name', nearest: 'few' },
    ])
    expect(problems('visibility: { property: seen, needs: { few: chief } }\n')).toMatchObject([
      { rule: 'wrong-shape' },
    ])
  })
})
