import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classify } from './classify.ts'
import { guardText } from './guarded-text.ts'
import { jsonIn } from './json-in.ts'
import { isOwnAgentFolder } from './own-folder.ts'
import { plainSchema } from './plain-schema.ts'
import { whenAgain } from './when-again.ts'

describe('a guarded text', () => {
  test('names no file and begins no command, whatever it was, and comes back letter by letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('@', '＠', '﹫', '/', '!', '#', ' ', 'a', '\n') }),
        (text) => {
          const guarded = guardText(text)
          expect(guarded.text).not.toContain('@')
          expect(guarded.text).not.toMatch(/^\s*[/!#]/)
          const back = guarded.restore({ quotes: [guarded.text] }).quotes[0] ?? ''
          expect(back.endsWith(text)).toBe(true)
        },
      ),
    )
  })
})

test('JSON is found alone, between fences and within prose; where there is none, none is made up', () => {
  const value = { a: [1] }
  const text = JSON.stringify(value)
  for (const said of [text, `\`\`\`json\n${text}\n\`\`\``, `Sure:\n${text}\nMore?`])
    expect(jsonIn(said)).toEqual(value)
  for (const said of ['', 'Nothing.', '"text"', '{"a":']) expect(jsonIn(said)).toBeUndefined()
})

test('the next moment of a clock time is found, in UTC, by the own clock, and with its day', () => {
  const now = new Date('2026-11-28T09:00:00Z')
  const at = (text: string) => whenAgain(text, now)?.toISOString()
  expect(at("You've hit your limit · resets 4:21am (UTC)")).toBe('2026-11-29T04:21:00.000Z')
  expect(at('try again at 10:27 AM.')).toBe('2026-11-28T10:27:00.000Z')
  expect(at('try again at Dec 2nd, 2026 4:27 PM.')).toBe('2026-12-02T16:27:00.000Z')
  expect(at('later')).toBeUndefined()
})

test.each([
  [{ text: "You've hit your usage limit." }, 'rate-limited'],
  [{ status: 429 }, 'rate-limited'],
  [{ text: 'Not logged in · Please run /login' }, 'not-signed-in'],
  [{ status: 404, text: 'gone' }, 'no-such-model'],
  [{ text: 'The model `x` does not exist or you do not have access' }, 'no-such-model'],
  [{ text: 'Overloaded' }, 'unavailable'],
])('%j is %s', (said, failure) => {
  expect(classify(said).failure).toBe(failure)
})

test('a schema loses what strict modes refuse, and every field of it is required', () => {
  const plain = plainSchema({
    $schema: 'x',
    type: 'object',
    properties: { a: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 2 } } },
  })
  expect(plain).toEqual({
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string' } } },
    required: ['a'],
    additionalProperties: false,
  })
})

test('the folder that coding agents are run in is known wherever it lies', () => {
  expect(isOwnAgentFolder('/home/ana/.local/share/x/own-agent/claude/lore-distil-cwd')).toBe(true)
  expect(isOwnAgentFolder('C:\\state\\own-agent\\claude\\lore-distil-cwd')).toBe(true)
  expect(isOwnAgentFolder('/home/ana/project')).toBe(false)
  expect(isOwnAgentFolder(null)).toBe(false)
})
