import { describe, expect, it } from 'vitest'
import { readProject } from '../project/read-project.ts'
import { jsonSchemas } from '../schema/json-schemas.ts'
import { readSchema } from '../schema/read-schema.ts'
import { filesOfTemplate, TEMPLATE_NAMES } from '../templates/templates.ts'
import { SAMPLE_PROJECT, SAMPLE_SCHEMA } from '../testing/sample-book.ts'

const said = ({ problems }: { problems: { line: number; column: number; rule: string }[] }) =>
  problems.map(({ line, column, rule }) => `${line}:${column} ${rule}`)

describe('lorecraft.yaml', () => {
  it('is read whole, with what it leaves out filled in', () => {
    const { project, problems } = readProject(SAMPLE_PROJECT)
    expect(problems).toEqual([])
    expect(project?.layers[1]).toMatchObject({
      name: 'campaign',
      canonical: false,
      depends_on: ['setting'],
    })
  })

  it('names the line, the column and the nearest setting of a slip', () => {
    const read = readProject(
      'project: x\nversion: 1\nlayers:\n  - name: a\n    path: [./a/]\n    paths: [./a/]\n',
    )
    expect(said(read)).toEqual(['5:5 unknown-setting'])
    expect(read.problems[0]).toMatchObject({ nearest: 'paths' })
    expect(read.project).toBeUndefined()
  })

  it('says what was expected where a value is of another kind', () => {
    const read = readProject('project: x\nversion: 1\nlayers:\n  - name: a\n    paths: ./a/\n')
    expect(said(read)).toEqual(['5:12 wrong-shape'])
    expect(read.problems[0]?.expected).toBe('a list')
  })

  it('refuses paths that lead out, whichever way they are written', () => {
    for (const path of ['../up', '/etc', 'C:\\x', 'a/../../b', '..\\up']) {
      const read = readProject(
        `project: x\nversion: 1\nlayers:\n  - { name: a, paths: ['${path}'] }\n`,
      )
      expect(read.problems.map(({ rule }) => rule)).toEqual(['unsafe-path'])
    }
  })

  it('names an unknown layer, one declared twice, a circle, and a canonical one on one that is not', () => {
    const layers = (text: string) => said(readProject(`project: x\nversion: 1\nlayers:\n${text}`))
    expect(layers('  - { name: a, paths: [a], depends_on: [b] }\n')).toEqual(['4:41 unknown-name'])
    expect(layers('  - { name: a, paths: [a] }\n  - { name: a, paths: [b] }\n')).toContain(
      '5:13 declared-twice',
    )
    expect(
      layers(
        '  - { name: a, paths: [a], depends_on: [b] }\n  - { name: b, paths: [b], depends_on: [a] }\n',
      ),
    ).toContain('4:40 layer-cycle')
    expect(
      layers(
        '  - { name: a, paths: [a], canonical: true, depends_on: [b] }\n  - { name: b, paths: [b] }\n',
      ),
    ).toEqual(['4:57 cross-layer'])
  })

  it('takes a database of older files and says that it is not used', () => {
    const read = readProject(
      'project: x\nversion: 1\ndatabase: { dsn: y }\nlayers:\n  - { name: a, paths: [a] }\n',
    )
    expect(said(read)).toEqual(['3:1 unused-setting'])
    expect(read.project).toBeDefined()
  })
})

describe('schema.yaml', () => {
  it('is read whole; truth values of an enum are words', () => {
    const { schema, problems } = readSchema(SAMPLE_SCHEMA)
    expect(problems).toEqual([])
    const person = schema?.entity_types.find(({ name }) => name === 'person')
    expect(person?.properties.find(({ name }) => name === 'visible')?.values).toEqual([
      'true',
      'false',
    ])
  })

  it('names what a mapping means but does not exist, with the nearest name', () => {
    const read = readSchema(
      SAMPLE_SCHEMA.replace('relationship: MEMBER_OF', 'relationship: MEMEBR_OF'),
    )
    expect(read.problems).toMatchObject([{ rule: 'unknown-name', line: 16, nearest: 'MEMBER_OF' }])
    const target = readSchema(SAMPLE_SCHEMA.replace('target_type: [guild]', 'target_type: [gild]'))
    expect(target.problems).toMatchObject([{ rule: 'unknown-name', nearest: 'guild' }])
  })

  it('refuses an unknown type of property and a default that does not fit', () => {
    const read = readSchema(
      'version: 1\nentity_types:\n  - name: a\n    properties:\n      - { name: b, type: strin }\n',
    )
    expect(read.problems).toMatchObject([
      { rule: 'wrong-shape', line: 5, column: 26, nearest: 'string' },
    ])
    const wrong = readSchema(SAMPLE_SCHEMA.replace('default: alive', 'default: alife'))
    expect(wrong.problems).toMatchObject([{ rule: 'not-in-enum', nearest: 'alive' }])
  })

  it('refuses names declared twice, and a symmetric relationship with an inverse', () => {
    const twice = readSchema(
      SAMPLE_SCHEMA.replace('name: guild\n', 'name: place\n')
        .replaceAll('[guild]', '[place]')
        .replace('[person, guild]', '[person]'),
    )
    expect(twice.problems.map(({ rule }) => rule)).toEqual(['declared-twice'])
    const both = readSchema(
      SAMPLE_SCHEMA.replace('symmetric: true', 'symmetric: true, inverse: KNOWN_BY'),
    )
    expect(both.problems).toMatchObject([{ rule: 'wrong-shape' }])
  })
})

describe('YAML that means harm', () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghij'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`)
    .join('\n')}\n`

  it('is refused with a line, never followed', () => {
    expect(said(readProject(bomb))).toEqual(['1:1 yaml-syntax'])
    expect(said(readProject('project: x\nproject: y\n'))).toEqual(['2:1 duplicate-key'])
    expect(readProject('project:\n\t- x\n').problems[0]).toMatchObject({
      rule: 'yaml-syntax',
      line: 2,
    })
    expect(readProject('['.repeat(100_000)).problems[0]).toMatchObject({
      rule: 'yaml-syntax',
      line: 1,
    })
    expect(said(readProject(`project: ${'x'.repeat(300_000)}`))).toEqual(['1:1 too-large'])
    expect(readProject('').project).toBeUndefined()
    expect(readProject('just words').project).toBeUndefined()
  })
})

describe('what a book starts from', () => {
  it.each(TEMPLATE_NAMES)('template %s is valid under a name of several words', (template) => {
    const files = filesOfTemplate(template, 'Names - with signs. 2')
    expect(readProject(files['lorecraft.yaml']).problems).toEqual([])
    expect(readProject(files['lorecraft.yaml']).project?.project).toBe('Names - with signs. 2')
    expect(readSchema(files['schema.yaml']).problems).toEqual([])
  })

  it('has JSON Schemas that name every setting', () => {
    const { 'lorecraft.schema.json': project, 'schema.schema.json': schema } = jsonSchemas()
    expect(project).toMatchObject({
      required: ['project', 'version', 'layers'],
      additionalProperties: false,
    })
    expect(JSON.stringify(schema)).toContain('field_mappings')
  })
})
