import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteSize, compactNumber, count, shareOf, wholeNumber } from './number.ts'
import { plainLine, plainText, shorten, shortPath } from './plain-text.ts'
import { duration, shortAgo, timeHeading } from './time.ts'
import { toolName } from './tool-name.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('numbers', () => {
  test.each([
    [0, '0'],
    [950, '950'],
    [1_234, '1.2k'],
    [12_000, '12k'],
    [999_949, '1M'],
    [98_765_432, '98.8M'],
    [123_456_789, '123M'],
  ])('%i is written short as %s', (value, text) => {
    expect(compactNumber(value)).toBe(text)
  })

  test('never takes more than six characters, so that columns hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_000_000_000 }), (value) => {
        expect(compactNumber(value).length).toBeLessThanOrEqual(6)
      }),
    )
  })

  test('counts in words', () => {
    expect(count(1, 'session')).toBe('1 session')
    expect(count(1_200, 'session')).toBe('1,200 sessions')
    expect(count(2, 'summary', 'summaries')).toBe('2 summaries')
    expect(wholeNumber(5_000)).toBe('5,000')
    expect([byteSize(12), byteSize(48_211), byteSize(3_500_000)]).toEqual([
      '12 B',
      '47 KB',
      '3.3 MB',
    ])
  })
})

describe('what a narrowed list has', () => {
  const exact = (value: number) => ({ value, relation: 'exact' }) as const

  test('is shown of all there is', () => {
    expect(shareOf(exact(12), 1_119, 'session')).toBe('12 of 1,119 sessions')
    expect(shareOf(exact(0), 1, 'session')).toBe('0 of 1 session')
    const many = { value: 10_000, relation: 'at_least' } as const
    expect(shareOf(many, 54_321, 'prompt')).toBe('10,000+ of 54,321 prompts')
  })

  test('is shown without it as long as it is not known, and never exceeds it', () => {
    expect(shareOf(exact(1), undefined, 'prompt')).toBe('1 prompt')
    expect(shareOf(undefined, 5, 'prompt')).toBeUndefined()
    expect(shareOf(exact(7), 5, 'prompt')).toBe('7 of 7 prompts')
  })
})

describe('times', () => {
  test.each([
    ['2026-11-21T11:59:30Z', 'now'],
    // A machine whose clock is a little ahead.
    ['2026-11-21T12:00:40Z', 'now'],
    ['2026-11-21T11:55:00Z', '5 min ago'],
    ['2026-11-21T09:00:00Z', '3 h ago'],
    ['2026-11-19T12:00:00Z', '2 d ago'],
    ['2026-10-03T12:00:00Z', '3 Oct'],
    ['2025-10-03T12:00:00Z', '3 Oct 2025'],
    ['nonsense', 'unknown'],
  ])('%s was %s', (iso, text) => {
    expect(shortAgo(iso, NOW)).toBe(text)
  })

  test('near days are named one by one, what is further back by its month', () => {
    expect(timeHeading('2026-11-21T00:10:00Z', NOW)).toBe('Today')
    expect(timeHeading('2026-11-20T23:50:00Z', NOW)).toBe('Yesterday')
    expect(timeHeading('2026-11-18T10:00:00Z', NOW)).toBe('Wednesday 18 November')
    expect(timeHeading('2024-02-29T10:00:00Z', NOW)).toBe('February 2024')
    expect(timeHeading('2026-08-01T10:00:00Z', NOW)).toBe('August')
    expect(timeHeading('x', NOW)).toBe('Undated')
  })

  test('durations name their two largest units', () => {
    expect([42_000, 720_000, 12_000_000, 187_200_000].map(duration)).toEqual([
      '42 s',
      '12 min',
      '3 h 20 min',
      '2 d 4 h',
    ])
  })
})

describe('texts of strangers', () => {
  test('a line has no breaks, no shapeless characters and no hidden turn of direction', () => {
    expect(plainLine('a\u0000\n b\u200b\u00adc \u001b[31mred\u001b[0m')).toBe('a bc red')
    expect(plainLine('\u202egnp.exe\u202c')).toBe('[U+202E]gnp.exe[U+202C]')
    expect(plainLine('\u2066x\u2069\u061c')).toBe('[U+2066]x[U+2069][U+061C]')
    expect(plainLine('hidden\u{e0041}\u{e0042}')).toBe('hidden')
  })

  test('joiners stay, because scripts and emoji are made with them', () => {
    expect(plainLine('👩\u200d💻 می\u200cخواهم')).toBe('👩\u200d💻 می\u200cخواهم')
  })

  test('a text keeps its layout', () => {
    expect(plainText('a\r\n\tb\u0007\u001b]0;title\u0007 \u202ec')).toBe('a\n\tb [U+202E]c')
  })

  test('nothing that turns or hides is left, whatever comes in', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be gone
    const bad = /[\u0000-\u0008\u200b\u202a-\u202e\u2066-\u2069\ufeff]/
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainLine(text)).not.toMatch(bad)
        expect(plainLine(text)).not.toContain('\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be gone
        expect(plainText(text)).not.toMatch(/[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })

  test('cutting never leaves half a character and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, max) => {
        const cut = shorten(text, max)
        expect(cut.length).toBeLessThanOrEqual(Math.max(max, 1))
        // Throws for half a character.
        expect(() => encodeURIComponent(cut)).not.toThrow()
      }),
    )
    expect(shorten('abc', 3)).toBe('abc')
  })

  test('a long path keeps its file name', () => {
    expect(shortPath('/home/ada/work/teamlore/apps/web/src/main.ts', 30)).toBe(
      '/home/ada/work/teamlo…/main.ts',
    )
    expect(shortPath('src/main.ts', 30)).toBe('src/main.ts')
  })

  test('tools go by the names people use', () => {
    expect([toolName('claude-code'), toolName('some-new-tool')]).toEqual([
      'Claude Code',
      'Some New Tool',
    ])
  })
})
