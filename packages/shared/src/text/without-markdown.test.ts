import { describe, expect, test } from 'vitest'
import { titleWithoutMarkdown, withoutMarkdown } from './without-markdown.ts'

describe('Markdown in short places', () => {
  test.each([
    ['Run `npm test`, then ``a `b` c``.', 'Run npm test, then a `b` c.'],
    ['**Bold**, *soft*, ***both***: (**in** brackets)', 'Bold, soft, both: (in brackets)'],
    ['**The `tide` table** is *locked*', 'The tide table is locked'],
    ['## Why it waits', 'Why it waits'],
    ['* one\n  * two', '- one\n  - two'],
    ['这是**重要**的', '这是重要的'],
    ['before\n```ts\nconst a = `x`\n```\nafter `b`', 'before\nconst a = `x`\nafter b'],
  ])('%j reads without its signs', (text, plain) => {
    expect(withoutMarkdown(text)).toBe(plain)
  })

  test.each([
    'src/**/*.ts and lib/**/*.js',
    'rm *.log *.tmp',
    'def f(*args, **kwargs):',
    '2 * 3 * 4 = a*b*c = 2**3**4',
    'select * from tides where depth * 2 > 5',
    '/* a comment */',
    '__init__ and snake_case_name',
    'an `unfinished span',
    '#include <tide.h> and issue #12',
    '<b>text</b> &amp; <script>alert(1)</script>',
  ])('%j stays as it is', (text) => {
    expect(withoutMarkdown(text)).toBe(text)
  })

  test('stays in code, also where a part of a text begins amid code', () => {
    expect(withoutMarkdown('a = `x`\n```\nThen **bold**')).toBe('a = `x`\nThen bold')
    expect(withoutMarkdown('use `**kwargs` here')).toBe('use **kwargs here')
  })

  test('leaves no half of a pair in a title that was cut', () => {
    expect(titleWithoutMarkdown('Why does `lore sea…')).toBe('Why does lore sea…')
    expect(titleWithoutMarkdown('**Important: the tide…')).toBe('Important: the tide…')
    expect(titleWithoutMarkdown('`a` and **b** and `c…')).toBe('a and b and c…')
    expect(titleWithoutMarkdown('5 `')).toBe('5 `')
  })

  test('is read in time that grows with the text, whatever stands in it', () => {
    for (const piece of ['`', '*', '**a', '*a ', '`` `', '```\n'])
      expect(withoutMarkdown(piece.repeat(1_500)).length).toBeLessThanOrEqual(piece.length * 1_500)
  })
})
