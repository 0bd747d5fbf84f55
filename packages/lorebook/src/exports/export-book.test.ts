import { describe, expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { exportBook } from './export-book.ts'
import { type Selection, selectBook } from './select-book.ts'

const { book } = ingestSample([
  file('setting/a.md', 'title: "A | <b>\\"*x*"\ntype: place\ntags: [t]'),
  file(
    'setting/b.md',
    'title: Ben\ntype: person\naliases: [Benny, "*B*"]\nrole: x\nfriends: [Ann]\nhome: "A | <b>\\"*x*"',
  ),
  file('setting/c.md', 'title: Ann\ntype: person\nrole: y\nguild: Lost'),
])
const written = (format: Parameters<typeof exportBook>[1], selection: Selection = {}) =>
  exportBook({ ...book, ...selectBook(book, selection) }, format)

describe('an export', () => {
  it('is JSON that holds the entities and their relationships', () => {
    const read = JSON.parse(written('json'))
    expect(read.entities).toHaveLength(4)
    expect(read.relationships).toContainEqual({
      from: 'setting/ann',
      relationship: 'KNOWS',
      to: 'setting/ben',
    })
  })

  it('is Markdown tables in which no name is markup', () => {
    const text = written('markdown')
    expect(text).toContain('## place')
    expect(text).toContain('| A \\| \\<b\\>"\\*x\\* | setting | thriving |  | t |')
    expect(text).toContain('| Ann | KNOWS | Ben |')
  })

  it('is Mermaid and Graphviz, with names escaped and placeholders drawn otherwise', () => {
    const mermaid = written('mermaid')
    expect(mermaid).toMatch(/n\d\["A #124; #60;b#62;#34;#42;x#42;"\]/u)
    expect(mermaid).toMatch(/n\d\("Lost"\)/u)
    expect(mermaid).toMatch(/n\d ---\|"KNOWS"\| n\d/u)
    const dot = written('graphviz')
    expect(dot).toContain('[label="A | <b>\\"*x*"]')
    expect(dot).toMatch(/label="KNOWS", dir=none/u)
    expect(dot).toContain('[label="Lost", style=dashed]')
  })

  it('is of a part: by type, or around an entity', () => {
    expect(JSON.parse(written('json', { type: 'place' })).entities).toHaveLength(1)
    const near = JSON.parse(written('json', { around: 'ann', depth: 1 }))
    expect(near.entities.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Ben', 'Lost'])
    expect(JSON.parse(written('json', { around: 'nobody' })).entities).toEqual([])
  })
})

describe('an export for readers', () => {
  it('is a gazetteer of all names in order, and a handout with whole texts', () => {
    expect(
      written('gazetteer')
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    ).toMatchObject([
      expect.stringContaining('A \\| \\<b\\>'),
      expect.stringMatching(/^- \*\*Ann\*\*: person\. KNOWS Ben/u),
      expect.stringMatching(/^- \*\*Ben\*\* \(also Benny, \\\*B\\\*\): person\. /u),
      expect.stringMatching(/^- \*\*Lost\*\*/u),
    ])
    expect(written('handout')).toMatch(
      /## Ann\n\n- type: person\n(?:- .*\n)*- role: y\n- KNOWS Ben/u,
    )
  })

  it('is a page in which nothing of the notes is markup, and links lead to its own sections', () => {
    const { book: hostile } = ingestSample([
      file(
        'setting/x.md',
        'title: "<script>alert(1)</script>"\ntype: place',
        '<img src=x onerror=alert(1)> [x](javascript:alert(1)) [[Ann|her]] [[Nobody]]',
      ),
      file('setting/c.md', 'title: Ann\ntype: person\nrole: "\\"><b>"'),
    ])
    const page = exportBook({ ...hostile, ...selectBook(hostile) }, 'site')
    expect(page).not.toMatch(/<script|<img|<b>|href="javascript/u)
    expect(page).toMatch(/<a href="#e\d">her<\/a> Nobody/u)
  })
})
