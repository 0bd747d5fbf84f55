import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { file, ingestSample } from '../testing/sample-book.ts'
import { MAX_NOTE } from './read-note.ts'

const good = file('setting/good.md', 'title: Good\ntype: place')
const said = (bad: { path: string; text: string }) => {
  const { book } = ingestSample([{ hash: 'x', ...bad }, good])
  return {
    rules: book.problems.map(({ file: path, line, rule }) => `${path}:${line} ${rule}`),
    names: book.entities.map(({ name }) => name),
  }
}
const bad = (text: string) => said({ path: 'setting/bad.md', text })
const refused = (rule: string, line: number) => ({
  rules: [`setting/bad.md:${line} ${rule}`],
  names: ['Good'],
})

describe('a file that cannot be read is reported by line, and the rest goes on', () => {
  it.each([
    ['a duplicate key', '---\ntitle: A\ntype: place\ntitle: B\n---\n', 'duplicate-key', 4],
    ['a tab', '---\ntitle: A\ntype: place\nx:\n\t- y\n---\n', 'yaml-syntax', 5],
    ['front matter without an end', '---\ntitle: A\ntype: place\n', 'yaml-syntax', 1],
    [
      'huge front matter',
      `---\ntitle: A\ntype: place\nx: ${'y'.repeat(70_000)}\n---\n`,
      'too-large',
      2,
    ],
    ['an alias without anchor', '---\ntitle: *nobody\ntype: place\n---\n', 'yaml-syntax', 2],
    [
      'a body of 10 MB',
      `---\ntitle: A\ntype: place\n---\n${'word '.repeat(2_000_000)}`,
      'too-large',
      1,
    ],
    ['binary', '---\ntitle: A\0\ntype: place\n---\n', 'not-text', 1],
    ['bytes that were no UTF-8', '---\ntitle: A\uFFFD\ntype: place\n---\n', 'not-text', 1],
    ['a list for front matter', '---\n- title\n---\n', 'wrong-shape', 2],
    ['an endless title', `---\ntitle: ${'x'.repeat(400)}\ntype: place\n---\n`, 'wrong-shape', 2],
  ])('%s', (_, text, rule, line) => {
    const read = bad(text)
    expect(read.names).toEqual(['Good'])
    expect(read.rules[0]).toBe(refused(rule, line).rules[0])
  })

  it('deep nesting, at whichever line the stack ends', () => {
    const read = bad(`---\ntitle: A\ntype: place\nx: ${'['.repeat(30_000)}\n---\n`)
    expect(read.names).toEqual(['Good'])
    expect(read.rules[0]).toMatch(/^setting\/bad\.md:[24] yaml-syntax$/u)
  })

  it('an alias bomb, at once', () => {
    const lines = 'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`)
    expect(bad(`---\ntitle: A\ntype: place\na: &a [x, x]\n${lines.join('\n')}\n---\n`)).toEqual(
      refused('yaml-syntax', 2),
    )
  })

  it.each([
    '../../etc/passwd.md',
    '/setting/x.md',
    'setting/../x.md',
    'setting\\..\\x.md',
    'setting/\0.md',
  ])('the path %s', (path) => {
    expect(said({ path, text: good.text }).rules.map((rule) => rule.split(' ').at(-1))).toEqual([
      'unsafe-path',
    ])
  })
})

describe('what is lost of a note that is read is reported', () => {
  const read = (fields: string) => {
    const { book } = ingestSample([file('setting/odd.md', fields)])
    return {
      names: book.entities.map(({ name, type }) => `${name} (${type})`),
      problems: book.problems.map(({ line, rule, message }) => `${line} ${rule}: ${message}`),
    }
  }

  it('aliases and tags that are fields and not words', () => {
    const { names, problems } = read(
      'title: A\ntype: place\naliases: { b: 1 }\ntags: [x, { c: 2 }]',
    )
    expect(names).toEqual(['A (place)'])
    expect(problems).toEqual([
      '4 wrong-shape: The field aliases must be words, not fields.',
      '5 wrong-shape: The field tags must be words, not fields.',
    ])
  })

  it('a second type', () => {
    const { names, problems } = read('title: A\ntype: [place, character]')
    expect(names).toEqual(['A (place)'])
    expect(problems).toEqual([
      '3 several-types: An entity has one type; the first of these counts.',
    ])
  })

  it('a name that ends where a comment begins, but no ordinary comment', () => {
    expect(read('title: Room #7\ntype: place # the blue one').problems).toEqual([
      '2 cut-by-comment: What follows the # is a comment, so this title is "Room". Put quotes around all of it where the # belongs to it.',
    ])
    expect(read('title: Room # of the captain\ntype: place').problems).toEqual([])
    expect(read('title: "Room #7"\ntype: place').problems).toEqual([])
    expect(read('title: C# notes\ntype: place').problems).toEqual([])
  })
})

describe('what only looks odd is read', () => {
  it('a byte order mark and line ends of Windows, with the right lines', () => {
    const odd = {
      path: 'setting/odd.md',
      hash: 'o',
      text: '\uFEFF---\r\ntitle: Odd\r\ntype: place\r\npeople: many\r\n---\r\nText [[None]]\r\n',
    }
    const { book } = ingestSample([odd])
    expect(book.entities[0]).toMatchObject({ name: 'Odd', body: 'Text [[None]]\n' })
    expect(book.problems.map(({ line, rule }) => `${line} ${rule}`)).toEqual([
      '4 type-mismatch',
      '6 dangling-link',
    ])
  })

  it('a ruler on top is no front matter', () => {
    expect(bad('---\n\nJust a text\n').rules).toEqual([])
  })

  it('names that every object has', () => {
    const odd = file(
      'setting/odd.md',
      'title: constructor\ntype: place\n__proto__: { polluted: true }\ntoString: x\nwithin: __proto__',
    )
    const { book } = ingestSample([odd])
    expect(book.entities.map(({ name }) => name)).toEqual(['constructor', '__proto__'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('whatever a file holds', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '---',
          '\n',
          'title: A',
          'type: place',
          'related: [B]',
          '[[C]]',
          '\t',
          '"',
          '&a',
          '*a',
          '{',
          '- ',
          '```',
          '\r',
        ),
      )
      .map((parts) => parts.join('')),
    fc
      .string()
      .map(
        (value) =>
          `---\ntitle: ${value}\ntype: place\nrelated: ${value}\n---\n${value}[[${value}]]`,
      ),
  )

  it('nothing throws, each problem has a line, and the good file stays', () => {
    fc.assert(
      fc.property(text, (content) => {
        const { book } = ingestSample([{ path: 'setting/a.md', hash: 'x', text: content }, good])
        expect(book.entities.some(({ name }) => name === 'Good')).toBe(true)
        expect(book.problems.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('a text of many signs takes no longer than it should', () => {
    const signs = ['[[', '![[a|', '*_', '`', '> ', '[a](', '<', '\n- ']
    for (const sign of signs) {
      const content = `---\ntitle: A\ntype: place\n---\n[[x]] ${sign.repeat(20_000)}`
      expect(content.length).toBeLessThan(MAX_NOTE)
      expect(bad(content).names).toContain('A')
    }
  })
})
