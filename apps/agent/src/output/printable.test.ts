import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printable, printableJson, printableLines } from './printable.ts'

const OBEYED = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u

/** Text that is likelier to hurt than a random one. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b',
        '\u009b',
        '\u009d',
        '\u0090',
        '\u0007',
        '\u001b\\',
        '\u009c',
        ']52;c;',
        '[2J',
        '31m',
        'm',
        ';',
        '\r',
        '\n',
        '\t',
        '\u202e',
        '\u2066',
        '\ud800',
        '\u{e0041}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('a line of foreign text', () => {
  test.each([
    ['writing to the clipboard', 'a\u001b]52;c;ZXZpbA==\u0007b', 'ab'],
    ['the same, ended by a string terminator', 'a\u001b]52;c;ZXZpbA==\u001b\\b', 'ab'],
    ['the same in one-byte controls', 'a\u009d52;c;ZXZpbA==\u009cb', 'ab'],
    ['a window title', '\u001b]0;root@server\u0007x', 'x'],
    [
      'a link that shows one address and opens another',
      '\u001b]8;;http://evil\u0007ok\u001b]8;;\u0007',
      'ok',
    ],
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['clearing the screen', '\u001b[2J\u001b[Hgone', 'gone'],
    ['moving the cursor in one-byte controls', '\u009b2Agone', 'gone'],
    ['a device string', 'a\u001bPq#0;2\u001b\\b', 'ab'],
  ])('loses %s', (_what, text, expected) => {
    expect(printable(text)).toBe(expected)
  })

  test.each([
    ['an escape sequence without an end', 'a\u001b]52;c;ZXZpbA', 'a\\u001b]52;c;ZXZpbA'],
    ['a sequence that appears when another is taken out', '\u001b\u001b[m[31m', '\\u001b[31m'],
    ['a bell', 'a\u0007b', 'a\\u0007b'],
    ['a backspace that would hide text', 'rm -rf /\b\b', 'rm -rf /\\u0008\\u0008'],
    ['text that runs backwards', 'access\u202egpj.exe', 'access\\u202egpj.exe'],
    ['an isolate', 'a\u2066b\u2069', 'a\\u2066b\\u2069'],
    ['invisible tags', 'hi\u{e0049}', 'hi\\u{e0049}'],
    ['half a character', 'a\ud800b', 'a\\ud800b'],
  ])('shows %s instead of obeying it', (_what, text, expected) => {
    expect(printable(text)).toBe(expected)
  })

  test('has no line ends and no tabs, and never writes over its beginning', () => {
    expect(printable('a\tb')).toBe('a    b')
    expect(printable('password:\rname:\r\nx\ny')).toBe('password: name: x y')
  })

  test('keeps letters of all scripts, emoji and the joiners inside them', () => {
    const text = 'Größe 日本語 👩‍💻 क्ष שלום'
    expect(printable(text)).toBe(text)
  })

  test('holds nothing a terminal would obey, whatever it is made of', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(printable(text)).not.toMatch(OBEYED)
        for (const line of printableLines(text)) expect(line).not.toMatch(OBEYED)
      }),
      { numRuns: 2_000 },
    )
  })

  test('stays as it is when it is made printable again', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(printable(printable(text))).toBe(printable(text))
      }),
    )
  })

  test('is made in one pass, however many sequences begin and never end', () => {
    for (const starter of ['\u009d', '\u0090', '\u001b]', '\u001bP', '\u009b', '\u009d\u0090'])
      expect(printable(starter.repeat(100_000)).length).toBeGreaterThan(100_000)
  })
})

describe('foreign text of several lines', () => {
  test('is split at every kind of line end; a lone carriage return starts a line of its own', () => {
    expect(printableLines('a\r\nb\nc\rd\u2028e')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('loses no line to a sequence that would swallow it', () => {
    expect(printableLines('\u001b]0;x\nhidden\u0007').join('|')).toContain('hidden')
  })
})

describe('printable JSON', () => {
  test('is the same JSON, with nothing a terminal would obey', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        const json = printableJson(JSON.stringify({ text: [text] }, null, 2))
        expect(JSON.parse(json)).toEqual({ text: [text] })
        expect(json.replaceAll('\n', '')).not.toMatch(OBEYED)
      }),
      { numRuns: 1_000 },
    )
  })
})
