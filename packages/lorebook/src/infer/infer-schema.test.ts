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
})
