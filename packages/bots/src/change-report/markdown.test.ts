import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { item, report } from '../testing/build-report.ts'
import { markdownOf } from './markdown.ts'
import { plainMarkdown } from './plain-markdown.ts'

const PAGES = 'https://lore.test'
const session = {
  id: 'ses_01k9x2f0000000000000000000',
  title: 'Retry exports',
  tool: 'claude-code',
  person: 'Ann',
  commits: 2,
}
const commits = { asked: 3, known: 3, linked: 2 }

describe('a report for a pull request', () => {
  test('names what holds, where, why it is shown, and where to read on', () => {
    expect(markdownOf(report([item()]), { pages: PAGES })).toBe(
      [
        '### What the team knows of this change',
        '',
        '- **Must stay so** `src/export.ts:12`: Exports are retried five times. — The bank drops calls.',
        '  <sub>Shown because it is about lines that this change touches. [mem_01k9x2f0000000000000000000](https://lore.test/memories/mem_01k9x2f0000000000000000000) · 2026-05-01 · Ann</sub>',
        '',
      ].join('\n'),
    )
  })

  test('is empty where nothing is worth saying, whatever sessions wrote it', () => {
    expect(markdownOf(report([], { sessions: [session], commits }))).toBe('')
  })

  test('says what speaks against an item', () => {
    const doubtful = item({
      stale_reason: 'The bank is gone.',
      is_code_changed: true,
      contradicted_by: [{ id: 'mem_2', statement: 'Exports are never retried.' }],
    })
    const text = markdownOf(report([doubtful]))
    expect(text).toContain('  - Said to be stale: The bank is gone.')
    expect(text).toContain('has changed since')
    expect(text).toContain('Contradicted by “Exports are never retried.”')
  })

  test('names people and sessions to the team, and to the public how many', () => {
    const whole = report([item()], { sessions: [session], commits })
    expect(markdownOf(whole)).toContain('“Retry exports” (Ann with claude-code, 2 commits')
    const open = markdownOf(whole, { isPublic: true })
    expect(open).not.toMatch(/Ann|Retry exports|claude/)
    expect(open).toContain('2 of 3 commits came out of recorded sessions.')
  })

  test('says what was left out and compared as a whole', () => {
    const text = markdownOf(report([item()], { left_out: 2, files_without_lines: 1 }))
    expect(text).toContain('2 more items left out')
    expect(text).toContain('Of 1 file the host gave no lines, so it was compared as a whole')
  })

  test('keeps to the length that the host takes by leaving out whole items, counted', () => {
    const items = Array.from({ length: 5 }, (_, n) => item({ statement: `${n} `.repeat(300) }))
    const text = markdownOf(report(items), { most: 1_500 })
    expect(text.length).toBeLessThanOrEqual(1_500)
    expect(text).toContain('4 more items left out')
    expect(markdownOf(report(items), { most: 20 })).toBe('')
  })
})

const markdown = new MarkdownIt({ html: true, linkify: false })
/** Kinds of what a text was read as. */
const kindsIn = (text: string): string[] =>
  markdown
    .parse(text, {})
    .flatMap(({ type, children }) => [type, ...(children ?? []).map((one) => one.type)])

describe('words of others', () => {
  test.each([
    '<img src=x onerror=alert(1)>',
    '<!-- teamlore:change-report -->',
    '[click](https://evil.test)',
    '![x](https://evil.test/x.png)',
    '**bold** _it_ ~~gone~~',
    '# heading',
    '- a\n- b\n\n1. c',
    '| a | b |\n|---|---|',
    '<details><summary>x</summary>',
    '[x]: https://evil.test',
  ])('form nothing: %s', (words) => {
    const plain = new Set(['paragraph_open', 'paragraph_close', 'inline', 'text', 'code_inline'])
    expect(
      kindsIn(plainMarkdown(words).replace(/^/, 'x ')).filter((kind) => !plain.has(kind)),
    ).toEqual([])
  })

  test('call nobody and link no issue', () => {
    const text = plainMarkdown('Ask @octocat or @acme/team about #12, GH-7 and acme/x#3')
    expect(text).not.toMatch(/@[a-z]|#\d|GH-\d/)
  })

  test('keep their code, and lose what nobody sees', () => {
    expect(plainMarkdown('Call `a_b*c` in\u202e\u200b x')).toBe('Call `a_b*c` in x')
  })

  test('however they look, are one line without HTML, links or images', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (words) => {
        const text = `x ${plainMarkdown(words)}`
        expect(text).not.toMatch(/[\n\r]/)
        expect(kindsIn(text)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/html|link|image|heading|list|fence/)]),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
