import { describe, expect, it } from 'vitest'
import { ingestSample } from '../testing/sample-book.ts'

const read = (text: string) => {
  const pier = {
    path: 'setting/pier.md',
    hash: 'p',
    text: '---\ntitle: Harbour\ntype: place\n---\n',
  }
  const { book } = ingestSample([{ path: 'setting/note.md', hash: 'n', text }, pier])
  return {
    entity: book.entities.find(({ source }) => source?.path === 'setting/note.md'),
    problems: book.problems.filter(({ file }) => file === 'setting/note.md'),
    edges: book.edges.map(({ relationship, from }) => `${from} ${relationship}`),
  }
}
const NORTH = 'title: North pier\ntype: place\nwithin: Harbour\n'

type Good = [what: string, text: string, more?: Record<string, unknown>]
const GOOD: Good[] = [
  ['plain', `---\n${NORTH}---\nBody.\n`],
  ['with a byte order mark', `\uFEFF---\n${NORTH}---\nBody.\n`],
  ['with two byte order marks', `\uFEFF\uFEFF---\n${NORTH}---\nBody.\n`],
  ['with a zero-width space before it', `\u200B---\n${NORTH}---\nBody.\n`],
  ['with line ends of Windows', `---\n${NORTH}---\nBody.\n`.replaceAll('\n', '\r\n')],
  ['with both', `\uFEFF${`---\n${NORTH}---\nBody.\n`.replaceAll('\n', '\r\n')}`],
  ['with line ends of old Macs', `---\n${NORTH}---\nBody.\n`.replaceAll('\n', '\r')],
  ['with spaces after its fences', `---  \n${NORTH}---\t \nBody.\n`],
  ['below empty lines', `\n  \n---\n${NORTH}---\nBody.\n`],
  ['that ends with dots', `---\n${NORTH}...\nBody.\n`],
  ['that ends the file', `---\n${NORTH}---`, { body: '' }],
  ['in two blocks', `---\npermalink: a/b\n---\n\n---\n${NORTH}---\nBody.\n`],
  ['in two blocks that touch', `---\npermalink: a/b\n---\n---\n${NORTH}---\nBody.\n`],
  ['in three blocks', `---\nid: 7\n---\n---\npermalink: a/b\n---\n\n---\n${NORTH}---\nBody.\n`],
  [
    'in two blocks, the second with quoted names',
    `---\nid: 7\n---\n---\n"title": North pier\n'type': place\n---\nBody.\n`,
  ],
  ['with comments', `---\n# by hand\n${NORTH}# end\n---\nBody.\n`],
  ['with names in capitals', '---\nTitle: North pier\nType: place\n---\nBody.\n'],
  ['as JSON', '---\n{"title": "North pier", "type": "place"}\n---\nBody.\n'],
  ['with a tab after a colon', '---\ntitle:\tNorth pier\ntype:\tplace\n---\nBody.\n'],
  [
    'with a list at the left',
    `---\n${NORTH}aliases:\n- Pier N\n- North\n---\nBody.\n`,
    { aliases: ['Pier N', 'North'] },
  ],
  ['with tags in a row', `---\n${NORTH}tags: sea, wood\n---\nBody.\n`, { tags: ['sea', 'wood'] }],
  [
    'with tags in quotes',
    `---\n${NORTH}tags: ["#sea", "#wood"]\n---\nBody.\n`,
    { tags: ['sea', 'wood'] },
  ],
  [
    'with anchors and a merge',
    `---\n${NORTH}base: &base { people: 3 }\n<<: *base\n---\nBody.\n`,
    { properties: { status: 'thriving', base: { people: 3 }, people: 3 } },
  ],
  ['with an emoji in a name', `---\n${NORTH}🏷️: blue\n---\nBody.\n`],
  [
    'with a colon in quotes',
    '---\ntitle: "North: pier"\ntype: place\n---\n',
    { name: 'North: pier', body: '' },
  ],
  [
    'with an emoji in the title',
    '---\ntitle: ⚓ Pier\ntype: place\n---\n',
    { name: '⚓ Pier', body: '' },
  ],
  ['with a number for a title', '---\ntitle: 1204\ntype: place\n---\n', { name: '1204', body: '' }],
  ['with zeros before a number', '---\ntitle: 007\ntype: place\n---\n', { name: '007', body: '' }],
  ['with an address', `---\n${NORTH}source: https://example.com/a?b=c#d\n---\nBody.\n`],
  ['with the type as a link', '---\ntitle: North pier\ntype: "[[place]]"\n---\nBody.\n'],
  ['with the type in a list', '---\ntitle: North pier\ntype: [place]\n---\nBody.\n'],
  ['with no title', '---\ntitle:\ntype: place\n---\nBody.\n', { name: 'note' }],
  [
    'with a text of lines',
    `---\n${NORTH}about: |\n  See --- and # and key: value\n  - #x\n---\nBody.\n`,
  ],
  [
    'of Jekyll',
    `---\nlayout: post\ndate: 2026-03-02 10:00:00 +0200\ncategories: [a]\n${NORTH}---\nBody.\n`,
  ],
  [
    'of Obsidian',
    `---\n${NORTH}cssclasses:\n  - wide\npublish: true\ncreated: 2026-03-02T10:00\n---\nBody.\n`,
  ],
]

describe('front matter is read', () => {
  it.each(GOOD)('%s', (_, text, more = {}) => {
    const { entity, problems } = read(text)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(entity).toMatchObject({ name: 'North pier', body: 'Body.\n', ...more })
  })

  it('with a wiki link in quotes, as a relationship', () => {
    const { edges } = read('---\ntitle: A\ntype: place\nwithin: "[[Harbour|the harbour]]"\n---\n')
    expect(edges).toEqual(['setting/a WITHIN'])
  })
})

type Bad = [what: string, text: string, line: number, says: string]
const of = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\nBody.\n`
const BAD: Bad[] = [
  [
    'a colon',
    of('type: place', 'title: South pier: the old one'),
    3,
    'needs quotes, such as title: "South pier: the old one"',
  ],
  [
    'a colon at the end',
    of('title: Chapter 1:', 'type: place'),
    2,
    'needs quotes, such as title: "Chapter 1:"',
  ],
  ['a tab before an item', of('title: A', 'type: place', 'aliases:', '\t- B'), 5, 'use spaces'],
  ['a tab before a field', of('title: A', '\ttype: place'), 3, 'use spaces'],
  [
    'the blank of a template',
    of('title: {{title}}', 'type: place'),
    2,
    'under `exclude` in lorecraft.yaml',
  ],
  ['a blank of Templater', of('title: <% tp.file.title %>', 'type: place'), 2, 'under `exclude`'],
  ['a blank in quotes', of('title: "{{date}}"', 'type: place'), 2, 'under `exclude`'],
  [
    'two wiki links',
    of('title: A', 'type: place', 'within: [[B]], [[C]]'),
    4,
    '["[[One]]", "[[Two]]"]',
  ],
  [
    'a wiki link without quotes',
    of('title: A', 'type: place', 'within: [[Harbour]]'),
    4,
    'by their titles',
  ],
  ['an at sign', of('title: @pier', 'type: place'), 2, 'begins with @ needs quotes'],
  ['a backtick', of('title: `pier`', 'type: place'), 2, 'begins with ` needs quotes'],
  ['a percent sign', of('title: %pier', 'type: place'), 2, 'begins with % needs quotes'],
  ['a star', of('title: *pier', 'type: place'), 2, 'begins with * needs quotes'],
  ['stars around', of('title: *bold* pier', 'type: place'), 2, 'begins with * needs quotes'],
  [
    'brackets before a word',
    of('title: [draft] Pier', 'type: place'),
    2,
    'begins with [ needs quotes',
  ],
  ['braces', of('title: {draft}', 'type: place'), 2, 'in quotes where it has brackets'],
  ['a quote without an end', of('title: "Pier', 'type: place'), 2, 'not closed'],
  ['a quote within quotes', of("title: 'It's a pier'", 'type: place'), 2, 'needs quotes'],
  [
    'words after a quote',
    of('title: "A" and "B"', 'type: place'),
    2,
    'needs quotes around all of it',
  ],
  ['a list that is not closed', of('title: A', 'tags: [a, b', 'type: place'), 3, 'not closed'],
  ['a dash for a value', of('title: - Pier', 'type: place'), 2, 'A list begins in the line after'],
  ['a hash for a value', of('title: A', 'type: place', 'tags: #sea'), 4, 'Put quotes around it'],
  [
    'a hash for an item',
    of('title: A', 'type: place', 'tags:', '  - #sea'),
    5,
    'Put quotes around it',
  ],
  ['the same key twice', of('title: A', 'type: place', 'title: B'), 4, 'keep one of them'],
  [
    'the same key in two blocks',
    `${of('title: A')}`.replace('Body.\n', of('title: B', 'type: place')),
    5,
    'keep one of them',
  ],
  ['no space after a colon', of('type: place', 'title:Pier'), 3, 'a space after its colon'],
  ['no space after any colon', of('title:Pier', 'type:place'), 2, 'a space after its colon'],
  ['a no-break space', of('title:\u00A0Pier', 'type: place'), 2, 'no-break space'],
  ['a field that is indented', of('title: A', '  type: place'), 2, 'the same column'],
  ['a first field that is indented', of(' title: A', 'type: place'), 3, 'the same column'],
  [
    'a merge that was not made',
    of('<<<<<<< HEAD', 'title: A', '=======', 'title: B', '>>>>>>> other', 'type: place'),
    2,
    'Keep one of them',
  ],
  [
    'prose within',
    of('title: A', 'type: place', 'Some words.', 'And more.'),
    4,
    'put a line --- there',
  ],
  ['no end', '---\ntitle: A\ntype: place\n\nBody.\n', 1, 'has no end'],
  ['two colons', of('title:: A', 'type:: place'), 2, 'one colon'],
  ['TOML within', of('title = "A"', 'type = "place"'), 2, 'TOML'],
  ['TOML of Hugo', '+++\ntitle = "A"\ntype = "place"\n+++\nBody.\n', 1, 'TOML'],
  ['JSON of Hugo', '{\n  "title": "A",\n  "type": "place"\n}\nBody.\n', 1, 'JSON'],
  ['properties of Logseq', 'title:: A\ntype:: place\n\n- Body\n', 1, 'Logseq'],
  [
    'properties of Notion',
    '# North pier\n\nType: place\nWithin: Harbour\n\nBody.\n',
    3,
    'no front matter here',
  ],
  ['fields without fences', 'title: A\ntype: place\n\nBody.\n', 1, 'exactly three hyphens'],
  [
    'fields without the first fence',
    'title: A\ntype: place\n---\nBody.\n',
    1,
    'exactly three hyphens',
  ],
  ['a fence of four', '----\ntitle: A\ntype: place\n----\nBody.\n', 1, 'exactly three hyphens'],
  [
    'a fence of a long dash',
    '\u2014-\ntitle: A\ntype: place\n\u2014-\nBody.\n',
    1,
    'exactly three hyphens',
  ],
  [
    'a fence with a language',
    '---yaml\ntitle: A\ntype: place\n---\nBody.\n',
    1,
    'exactly three hyphens',
  ],
  [
    'a fence that is indented',
    ' ---\ntitle: A\ntype: place\n ---\nBody.\n',
    1,
    'exactly three hyphens',
  ],
  ['a block of code', '```yaml\n---\ntitle: A\ntype: place\n---\n```\n', 1, 'block of code'],
  ['below a heading', '# North pier\n\n---\ntype: place\n---\nBody.\n', 3, 'beginning of a file'],
  [
    'below a remark',
    '<!-- synced -->\n---\ntitle: A\ntype: place\n---\nBody.\n',
    2,
    'beginning of a file',
  ],
  [
    'a conflict around it',
    '<<<<<<< HEAD\n---\ntitle: A\n=======\n---\ntitle: B\n>>>>>>> x\ntype: place\n---\n',
    1,
    'Keep one of them',
  ],
  [
    'a date of another kind',
    of('title: A', 'type: event', 'date_real: 2.3.2026'),
    4,
    'a date such as 2025-02-15',
  ],
  [
    'an alias without an anchor',
    of('title: A', 'type: place', 'status: *nobody'),
    4,
    'needs quotes',
  ],
  ['a list for front matter', of('- title: A'), 2, 'must be fields'],
]

describe('front matter that is not read is named by its line, with what to write', () => {
  it.each(BAD)('%s', (_, text, line, says) => {
    const { problems } = read(text)
    const errors = problems.filter(({ severity }) => severity === 'error')
    expect([errors[0]?.line, `${errors[0]?.message} ${errors[0]?.expected ?? ''}`]).toEqual([
      line,
      expect.stringContaining(says),
    ])
  })

  it('a conflict of versions is named once', () => {
    const text = of(
      'title: A',
      'type: place',
      '<<<<<<< HEAD',
      'a: 1',
      '=======',
      'a: 2',
      '>>>>>>> b',
    )
    expect(read(text).problems.map(({ line }) => line)).toEqual([4])
  })

  it.each([
    ['title: "A "b" c"', `title: 'A "b" c'`],
    ["title: 'Ana's pier'", `title: "Ana's pier"`],
    ['"title": "A",', 'title: "A"'],
  ])('%s is shown as it is to be written', (line, written) => {
    const [problem] = read(of(line, 'type: place')).problems
    expect(problem?.message.replace(/^.* such as /, '')).toBe(`${written}.`)
  })

  it.each([
    ['empty front matter', '---\n---\nBody.\n', 'is empty'],
    ['front matter of comments', '---\n# soon\n---\nBody.\n', 'is empty'],
    ['a slip in the name of the type', of('title: A', 'tpye: place'), '"tpye" meant to be "type"'],
    ['a type that reads as none', of('title: A', 'type: !place'), 'begins with a sign such as !'],
    ['a type without a word', of('title: A', 'type:'), 'type of this file is empty'],
    ['the blank of a type', of('title: A', 'type: {{type}}'), 'blank of a template'],
    ['a type in curly quotes', of('title: A', 'type: “place”'), 'Did you mean "place"?'],
  ])('%s leaves the file out, with a warning', (_, text, says) => {
    const { entity, problems } = read(text)
    expect(entity).toBeUndefined()
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(says)])
  })
})

it.each([
  ['', 'an empty file'],
  ['Just words.\n', 'plain words'],
  ['---\n\nA rule above a text.\n', 'a rule'],
  ['# Title\n\nA text: with colons.\nType of pier: wood.\n', 'a heading and a text'],
  ['# How to\n\n```yaml\n---\ntype: place\n---\n```\n', 'a text about front matter'],
  [of('title: A', 'tags: [x]'), 'front matter of something else'],
  ['# Log\n\nDate: today\nWeather: fine\n', 'a list of words'],
])('plain Markdown is no note and no problem: %#, %s', (text) => {
  expect(read(text).problems).toEqual([])
})
