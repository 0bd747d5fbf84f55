import { describe, expect, it } from 'vitest'
import { file, ingestSample, sampleProject, sampleSchema } from '../testing/sample-book.ts'
import type { PreviousEntity } from './draft.types.ts'
import { ingestBook, newDraft, STAGES, withStage } from './ingest-book.ts'

const westport = file('setting/westport.md', 'title: Westport\ntype: place\naliases: [The Port]')
const lysa = file(
  'setting/lysa.md',
  'title: Lysa Quent\ntype: person\nrole: director\nhome: WESTPORT\nguild: "[[Bureau]]"\ntags: [power, bureaucracy]',
)
const bureau = file('setting/bureau.md', 'title: Bureau\ntype: guild')
const rules = (files: Parameters<typeof ingestSample>[0]) =>
  ingestSample(files).book.problems.map(({ file: path, line, rule }) => `${path}:${line} ${rule}`)

describe('a book of files', () => {
  it('has entities with properties and defaults, and edges by titles and aliases in any case', () => {
    const visitor = file(
      'setting/kira.md',
      'title: Kira\ntype: person\nrole: guest\nhome: the  port\nfriends: Lysa Quent',
    )
    const { book, summary } = ingestSample([lysa, westport, bureau, visitor])
    expect(book.problems).toEqual([])
    const entity = book.entities.find(({ name }) => name === 'Lysa Quent')
    expect(entity).toMatchObject({
      key: 'setting/lysa quent',
      properties: { role: 'director', status: 'alive', visible: 'true' },
      tags: ['power', 'bureaucracy'],
      source: { path: 'setting/lysa.md', line: 2 },
    })
    expect(book.edges.map(({ from, relationship, to }) => [from, relationship, to])).toEqual([
      ['setting/kira', 'LIVES_IN', 'setting/westport'],
      ['setting/kira', 'KNOWS', 'setting/lysa quent'],
      ['setting/lysa quent', 'LIVES_IN', 'setting/westport'],
      ['setting/lysa quent', 'MEMBER_OF', 'setting/bureau'],
    ])
    expect(summary).toMatchObject({
      entities: 4,
      created: 4,
      relationships: 4,
      errors: 0,
      warnings: 0,
    })
  })

  it('is the same in whichever order the files come', () => {
    const files = [westport, lysa, bureau]
    expect(ingestSample(files).book).toEqual(ingestSample(files.toReversed()).book)
  })

  it('leaves out files without a type, and reports only one that looks like a slip', () => {
    const plain = { path: 'setting/a.md', hash: 'a', text: '# No front matter' }
    const untyped = file('setting/b.md', 'title: B')
    const other = file('setting/c.md', 'title: C\ntype: spaceship')
    const slip = file('setting/d.md', 'title: D\ntype: preson')
    const outside = file('nowhere/e.md', 'title: E\ntype: place')
    const excluded = file('setting/drafts/f.md', 'title: F\ntype: place')
    const { book } = ingestSample([plain, untyped, other, slip, outside, excluded])
    expect(book.entities).toEqual([])
    expect(book.problems).toMatchObject([
      { file: 'setting/d.md', line: 3, nearest: 'person', rule: 'unknown-type' },
    ])
  })

  it('makes a placeholder of an unknown name, warns, and resolves it when the file comes', () => {
    const alone = ingestSample([lysa, westport])
    expect(alone.book.entities.find(({ key }) => key === 'setting/bureau')).toMatchObject({
      source: null,
      type: 'guild',
    })
    expect(rules([lysa, westport])).toEqual(['setting/lysa.md:6 dangling-reference'])
    const previous = alone.book.entities.map(
      ({ key, source }): PreviousEntity => ({
        key,
        path: source?.path ?? null,
        hash: source?.hash ?? null,
      }),
    )
    const later = ingestBook({
      project: sampleProject(),
      schema: sampleSchema(),
      files: [lysa, westport, bureau],
      previous,
    })
    expect(later.plan).toEqual({
      created: [],
      updated: ['setting/bureau'],
      deleted: [],
      renamed: [],
    })
    expect(later.book.problems).toEqual([])
  })

  it('reports slips of fields, values and targets by line', () => {
    const person = file(
      'setting/p.md',
      'title: P\ntype: person\nstatsu: dead\nstatus: ded\nhome: Bureau\nfriends: [{ name: x }]',
    )
    expect(rules([person, bureau])).toEqual([
      'setting/p.md:1 missing-required',
      'setting/p.md:4 unknown-field',
      'setting/p.md:5 not-in-enum',
      'setting/p.md:6 wrong-target',
      'setting/p.md:7 wrong-shape',
    ])
  })

  it('lets a layer name only what it depends on, and restate nothing unless it overrides', () => {
    const stray = file('elsewhere/s.md', 'title: S\ntype: person\nrole: x\nhome: Westport')
    const restated = file('campaign/w.md', 'title: westport\ntype: place\nstatus: destroyed')
    const overriding = file('what-if/w.md', 'title: Westport\ntype: place\nstatus: destroyed')
    expect(rules([westport, stray])).toEqual(['elsewhere/s.md:5 cross-layer'])
    expect(rules([westport, restated])).toEqual(['campaign/w.md:2 cross-layer'])
    expect(rules([westport, overriding])).toEqual([])
  })

  it('keeps the first of two entities of a name, and reports an alias that names another', () => {
    const twin = file('setting/z.md', 'title: WESTPORT\ntype: place')
    expect(rules([westport, twin])).toEqual(['setting/z.md:2 duplicate-name'])
    const alias = file('setting/a.md', 'title: Haven\ntype: place\naliases:\n  - Westport')
    expect(rules([westport, alias])).toEqual(['setting/a.md:5 ambiguous-name'])
  })

  it('follows wiki links of bodies, but not those in code, each with its line', () => {
    const body =
      'One [[Lysa Quent|her]] and\n[[Nobody]] here.\n\n```\n[[Westport]]\n```\n`[[Westport]]` too\n'
    const note = { ...file('setting/n.md', 'title: N\ntype: place', body) }
    const { book } = ingestSample([note, lysa, westport, bureau])
    expect(book.mentions).toEqual([
      { from: 'setting/n', to: 'setting/lysa quent', file: 'setting/n.md', line: 5 },
    ])
    expect(book.problems).toMatchObject([{ rule: 'dangling-link', line: 6, column: 1 }])
  })
})

describe('changes of a book', () => {
  const previousOf = (files: Parameters<typeof ingestSample>[0]) =>
    ingestSample(files).book.entities.map(({ key, source }) => ({
      key,
      path: source?.path ?? null,
      hash: source?.hash ?? null,
    }))
  const planOf = (
    before: Parameters<typeof ingestSample>[0],
    after: Parameters<typeof ingestSample>[0],
  ) =>
    ingestBook({
      project: sampleProject(),
      schema: sampleSchema(),
      files: after,
      previous: previousOf(before),
    }).plan

  it('are created, updated, deleted and renamed ones, and nothing where nothing changed', () => {
    expect(planOf([westport], [westport])).toEqual({
      created: [],
      updated: [],
      deleted: [],
      renamed: [],
    })
    expect(planOf([westport], [westport, bureau]).created).toEqual(['setting/bureau'])
    expect(planOf([westport, bureau], [westport]).deleted).toEqual(['setting/bureau'])
    // What others still name stays as a placeholder; its file is gone all the same.
    expect(planOf([lysa, westport, bureau], [lysa, westport])).toMatchObject({
      updated: [],
      deleted: ['setting/bureau'],
    })
    const renamed = file('setting/bureau.md', 'title: Office\ntype: guild')
    expect(planOf([lysa, westport, bureau], [lysa, westport, renamed])).toMatchObject({
      created: [],
      deleted: [],
      renamed: [{ from: 'setting/bureau', to: 'setting/office' }],
    })
    const grown = file('setting/westport.md', 'title: Westport\ntype: place\npeople: 9')
    expect(planOf([westport], [grown]).updated).toEqual(['setting/westport'])
    const retitled = file('setting/westport.md', 'title: Eastport\ntype: place')
    expect(planOf([westport], [retitled]).renamed).toEqual([
      { from: 'setting/westport', to: 'setting/eastport' },
    ])
    const moved = { ...westport, path: 'campaign/westport.md' }
    expect(planOf([westport], [moved]).renamed).toEqual([
      { from: 'setting/westport', to: 'campaign/westport' },
    ])
  })

  it('need no text of a file that was read before', () => {
    const first = ingestSample([westport, lysa, bureau])
    const again = ingestBook({
      project: sampleProject(),
      schema: sampleSchema(),
      files: first.reads,
    })
    expect(again.book).toEqual(first.book)
    const kept = JSON.parse(JSON.stringify(first.reads))
    expect(
      ingestBook({ project: sampleProject(), schema: sampleSchema(), files: kept }).book,
    ).toEqual(first.book)
  })
})

describe('the stages', () => {
  it('run one by one and take another between them', () => {
    const draft = newDraft({ project: sampleProject(), schema: sampleSchema(), files: [westport] })
    const [parse, validate] = STAGES
    expect(parse?.run(draft).reads).toHaveLength(1)
    expect(parse && validate?.run(parse.run(draft)).notes).toHaveLength(1)
    const shout = {
      name: 'shout',
      run: (one: typeof draft) => ({
        ...one,
        entities: one.entities.map((entity) => ({ ...entity, tags: ['loud'] })),
      }),
    }
    const stages = withStage(STAGES, 'entities', shout)
    const { book } = ingestBook({
      project: sampleProject(),
      schema: sampleSchema(),
      files: [westport],
      stages,
    })
    expect(book.entities[0]?.tags).toEqual(['loud'])
    expect(() => withStage(STAGES, 'none', shout)).toThrow('no stage')
  })
})
