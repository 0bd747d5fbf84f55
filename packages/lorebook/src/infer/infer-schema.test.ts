import { describe, expect, it } from 'vitest'
import { readProject } from '../project/read-project.ts'
import { readSchema } from '../schema/read-schema.ts'
import { ingestBook } from '../stages/ingest-book.ts'
import { inferBook } from './infer-schema.ts'

const note = (path: string, frontMatter: string, body = '') => ({
  path,
  hash: path,
  text: frontMatter === '' ? body : `---\n${frontMatter}\n---\n${body}`,
})

const VAULT = [
  ...['Ann', 'Ben', 'Cy', 'Dee', 'Eve'].map((name, at) =>
    note(
      `People/${name}.md`,
      `born: ${1990 + at}\nstate: ${at % 2 ? 'active' : 'away'}\nlives in: "[[Port]]"\nfriends:\n  - "[[Ann|Annie]]"\n  - "[[Nobody]]"`,
      'See [[Port]].',
    ),
  ),
  note('Places/Port.md', 'founded: 1204-02-03\ncoastal: true'),
  note('Places/Plain.md', '', '# No front matter'),
  note(
    'Log/First.md',
    'type: session\nconsequences:\n  - { entity: Port, property: coastal, value: false }\nsession: 1',
  ),
]

describe('a schema inferred from notes', () => {
  const inferred = inferBook('my vault', VAULT)
  const { project, problems } = readProject(inferred['lorecraft.yaml'])
  const { schema, problems: ofSchema } = readSchema(inferred['schema.yaml'])

  it('is valid, and distinguishes properties, enums and relationships', () => {
    expect([...problems, ...ofSchema]).toEqual([])
    const people = schema?.entity_types.find(({ name }) => name === 'people')
    expect(people?.properties.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'born integer',
      'state enum',
    ])
    expect(
      people?.field_mappings.map(({ field, relationship, target_type }) => [
        field,
        relationship,
        target_type,
      ]),
    ).toEqual([
      ['lives in', 'LIVES_IN', ['places']],
      ['friends', 'FRIENDS', ['people']],
    ])
    const places = schema?.entity_types.find(({ name }) => name === 'places')
    expect(places?.properties.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'founded date',
      'coastal boolean',
    ])
    expect(inferred).toMatchObject({ notes: 8, untyped: 7 })
  })

  it('reads the notes it was made of, types by folder included', () => {
    if (project === undefined || schema === undefined) throw new Error('inferred files are wrong')
    const { book } = ingestBook({ project, schema, files: VAULT })
    expect(book.entities.filter(({ source }) => source !== null)).toHaveLength(8)
    expect(book.events).toHaveLength(1)
    expect(book.problems.map(({ rule }) => rule)).toEqual(Array(5).fill('dangling-reference'))
  })

  it('is usable for no notes at all', () => {
    const empty = inferBook('empty', [])
    expect(readSchema(empty['schema.yaml']).problems).toEqual([])
    expect(readProject(empty['lorecraft.yaml']).problems).toEqual([])
  })

  it('takes a note without a type for what the others of its folder are', () => {
    const mixed = inferBook('v', [
      note('People/Ann.md', 'type: person\nrole: pilot'),
      note('People/Ben.md', 'role: smith'),
    ])
    expect(readSchema(mixed['schema.yaml']).schema?.entity_types.map(({ name }) => name)).toEqual([
      'person',
    ])
    expect(readProject(mixed['lorecraft.yaml']).project?.layers[0]?.default_types).toMatchObject([
      { type: 'person' },
    ])
  })

  const typesIn = (inferred: ReturnType<typeof inferBook>) =>
    readSchema(inferred['schema.yaml']).schema?.entity_types ?? []
  const read = (inferred: ReturnType<typeof inferBook>, files: ReturnType<typeof note>[]) => {
    const { project, problems } = readProject(inferred['lorecraft.yaml'])
    const { schema, problems: ofSchema } = readSchema(inferred['schema.yaml'])
    if (project === undefined || schema === undefined)
      throw new Error(JSON.stringify([problems, ofSchema]))
    return ingestBook({ project, schema, files }).book
  }

  it('takes types from front matter, then tags, then folders', () => {
    const files = [
      note('a/1.md', 'kind: ship'),
      note('a/2.md', 'kind: ship'),
      ...[3, 4, 5].map((at) => note(`a/${at}.md`, 'tags: ["#type/crew", sea]')),
      note('a/6.md', 'tags: [sea]'),
      note('ports/7.md', '', 'Text.'),
    ]
    const inferred = inferBook('v', files)
    const book = read(inferred, files)
    expect(Object.fromEntries(book.entities.map(({ name, type }) => [name, type]))).toEqual({
      1: 'ship',
      2: 'ship',
      3: 'crew',
      4: 'crew',
      5: 'crew',
      6: 'crew',
      7: 'ports',
    })
    expect(book.problems).toEqual([])
  })

  it('takes a link in the field of the type for the name in it, and the first of several', () => {
    const files = [
      note('a/1.md', 'type: "[[Map of Content]]"'),
      note('a/2.md', 'type:\n  - "[[Map of Content|map]]"\n  - other'),
    ]
    const book = read(inferBook('v', files), files)
    expect(book.entities.map(({ type }) => type)).toEqual(Array(2).fill('Map of Content'))
    expect(book.problems.map(({ severity }) => severity)).toEqual(['note'])
  })

  it('finds relationships by titles, files and codes, and by links in texts', () => {
    const files = [
      ...[1, 2, 3, 20].map((at) =>
        note(
          `eip-${at}.md`,
          `eip: ${at}\ntitle: Rule ${at}\ntype: rule\nrequires: ${at === 20 ? '1, 2' : ''}`,
        ),
      ),
      note('eip-21.md', 'eip: 21\ntitle: Rule 21\ntype: rule\nrequires: 20', 'See [it](eip-1.md).'),
    ]
    const inferred = inferBook('v', files)
    expect(typesIn(inferred)).toMatchObject([
      {
        identity: ['eip'],
        properties: [{ name: 'eip', type: 'integer' }],
        field_mappings: [{ field: 'requires', relationship: 'REQUIRES', target_type: ['rule'] }],
      },
    ])
    const { edges, problems } = read(inferred, files)
    expect(edges.map(({ from, relationship, to }) => `${from} ${relationship} ${to}`)).toEqual([
      'notes/rule 20 REQUIRES notes/rule 1',
      'notes/rule 20 REQUIRES notes/rule 2',
      'notes/rule 21 REQUIRES notes/rule 20',
      'notes/rule 1 RELATED_TO notes/rule 21',
    ])
    expect(problems).toEqual([])
  })

  it('goes by real values, and leaves patterns for notes out', () => {
    const files = [
      note('x/a.md', 'level: ""\nage: 3\nkinds: [p, q]'),
      note('x/b.md', 'level:\nage: ""\nkinds: r'),
      note('z_Templates/Person.md', 'level: 5\nage: "{{age}}"'),
      note('x/new.md', 'title: "{{title}}"'),
    ]
    const { left_out, unsure, ...inferred } = inferBook('v', files)
    expect(left_out).toEqual(['./x/new.md', './z_Templates/'])
    expect(typesIn({ left_out, unsure, ...inferred })[0]?.properties).toMatchObject([
      { name: 'level', type: 'string' },
      { name: 'age', type: 'integer' },
      { name: 'kinds', type: 'list' },
    ])
    expect(unsure).toContainEqual(expect.stringContaining('"kinds" is a list in 1 notes'))
    expect(readProject(inferred['lorecraft.yaml']).project?.exclude).toEqual(left_out)
  })
})
