import { describe, expect, it } from 'vitest'
import type { SourceFile } from '../notes/note.types.ts'
import { file, ingestSample } from '../testing/sample-book.ts'
import { checkBook } from './check-book.ts'
import { exitCodeOf, sarifOfProblems } from './sarif.ts'

/** Files in every layer that have nothing wrong with them. */
const CLEAN = [
  file('setting/port.md', 'title: Port\ntype: place\npeople: 900'),
  file('setting/ann.md', 'title: Ann\ntype: person\nrole: pilot\nhome: Port\nguild: Corsairs'),
  file('setting/corsairs.md', 'title: Corsairs\ntype: guild\nterritory: [Bay]'),
  file(
    'campaign/raid.md',
    'title: Raid\ntype: event\nsession: 3\ndate_real: 2025-01-03\nlocation: Port\nconsequences:\n  - { entity: Corsairs, property: territory, add: Coast }',
  ),
  file('what-if/peace.md', 'title: Peace\ntype: event\nsession: 4\nlocation: Port'),
  file('elsewhere/far.md', 'title: Far\ntype: place\nrelated: Further'),
  file('elsewhere/further.md', 'title: Further\ntype: place'),
]

const check = (...more: SourceFile[]) => {
  const files = [...CLEAN.filter(({ path }) => !more.some((one) => one.path === path)), ...more]
  return checkBook(
    ingestSample(files).book,
    files.map(({ path }) => path),
  )
}
const said = (...more: SourceFile[]) =>
  check(...more).map(({ file: path, line, rule }) => `${path}:${line} ${rule}`)
const event = (name: string, session: number | undefined, consequence: string, date = '') =>
  file(
    `campaign/${name}.md`,
    `title: ${name}\ntype: event\n${session === undefined ? '' : `session: ${session}\n`}${date === '' ? '' : `date_real: ${date}\n`}location: Port\nconsequences:\n  - { ${consequence} }`,
  )

describe('a book', () => {
  it('without anything wrong has nothing said of it', () => {
    expect(check()).toEqual([])
  })

  it('with an entity that nothing leads to', () => {
    expect(said(file('setting/lone.md', 'title: Hermitage\ntype: place'))).toEqual([
      'setting/lone.md:2 orphaned-entity',
    ])
  })

  it('with names that differ by a letter, an article or a hyphen, but not by a number', () => {
    const near = file('setting/near.md', 'title: The Corsairs\ntype: guild\nrelated: Port')
    expect(said(near)).toEqual(['setting/near.md:2 near-duplicate-name'])
    const slip = file('setting/slip.md', 'title: Kim\ntype: person\nrole: x\nguild: Corsaris')
    expect(said(slip)).toEqual([
      'setting/slip.md:5 near-duplicate-name',
      'setting/slip.md:5 dangling-reference',
    ])
    const numbered = [1, 2].map((at) =>
      file(`setting/q${at}.md`, `title: Quarter ${at}\ntype: place\nwithin: Port`),
    )
    expect(said(...numbered)).toEqual([])
  })

  it('with a layer that no file gets into', () => {
    const files = CLEAN.filter(({ path }) => !path.startsWith('elsewhere/'))
    const problems = checkBook(
      ingestSample(files).book,
      files.map(({ path }) => path),
    )
    expect(problems).toMatchObject([
      { rule: 'unreachable-layer', message: expect.stringContaining('"elsewhere"') },
    ])
  })

  it('with consequences that the schema does not allow', () => {
    expect(said(event('one', 5, 'entity: Port, property: statsu, value: destroyed'))).toEqual([
      'campaign/one.md:7 unknown-field',
    ])
    expect(said(event('one', 5, 'entity: Port, property: status, value: drowned'))).toEqual([
      'campaign/one.md:7 not-in-enum',
    ])
    expect(said(event('one', 5, 'entity: Prot, property: status, value: destroyed'))).toEqual([
      'campaign/one.md:7 dangling-reference',
    ])
    expect(said(event('one', 5, 'entity: Port, property: status'))).toEqual([
      'campaign/one.md:7 wrong-shape',
    ])
  })

  it('with two events of a session that contradict each other, unless their dates order them', () => {
    const one = (date = '') => event('one', 5, 'entity: Port, property: people, value: 1', date)
    const two = (date = '') => event('two', 5, 'entity: Port, property: people, value: 2', date)
    expect(said(one(), two())).toEqual(['campaign/two.md:7 contradictory-consequences'])
    expect(said(one('2025-01-05'), two('2025-01-06'))).toEqual([])
  })

  it('with sessions whose dates run backwards', () => {
    expect(said(event('one', 2, 'entity: Port, property: people, value: 1', '2025-02-01'))).toEqual(
      ['campaign/raid.md:1 impossible-order'],
    )
  })

  it('with something taken that is only given later', () => {
    expect(said(event('one', 2, 'entity: Corsairs, property: territory, remove: Coast'))).toEqual([
      'campaign/one.md:7 impossible-order',
    ])
    expect(said(event('one', 4, 'entity: Corsairs, property: territory, remove: Coast'))).toEqual(
      [],
    )
  })

  it('with an event that has no session', () => {
    expect(said(event('one', undefined, 'entity: Port, property: people, value: 1'))).toEqual([
      'campaign/one.md:1 missing-session',
    ])
  })
})

describe('a report', () => {
  it('ends with 1 for errors, and for warnings only when strict', () => {
    const [warning] = check(event('one', undefined, 'entity: Port, property: people, value: 1'))
    const [error] = check(event('one', 5, 'entity: Port, property: status, value: drowned'))
    expect(
      [[], [warning], [error]].map((some) => exitCodeOf(some.flatMap((one) => one ?? []))),
    ).toEqual([0, 0, 1])
    expect(exitCodeOf(warning ? [warning] : [], { strict: true })).toBe(1)
  })

  it('is SARIF with the rule, the level and the place', () => {
    const sarif = sarifOfProblems(
      check(event('one', 5, 'entity: Port, property: status, value: drowned')),
      '1.2.3',
    )
    expect(sarif.runs[0]?.results).toMatchObject([
      {
        ruleId: 'not-in-enum',
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'campaign/one.md' },
              region: { startLine: 7 },
            },
          },
        ],
      },
    ])
    expect(sarif.runs[0]?.tool.driver.rules.some(({ id }) => id === 'not-in-enum')).toBe(true)
  })
})
