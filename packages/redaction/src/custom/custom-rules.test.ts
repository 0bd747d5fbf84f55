import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactMessage } from '../redact-session.ts'
import { problemOfPattern } from './check-pattern.ts'
import { createRedactor } from './create-redactor.ts'

describe('a pattern of somebody’s own', () => {
  test.each([
    ['acme_[a-z0-9]{20,40}'],
    ['\\bACME-[0-9]+\\b'],
    ['(?:prod|test)-[A-Z]{3}-\\d{6}'],
    ['cust:[^\\s:]+:[0-9a-f]{32}'],
    ['[\\w.]{1,40}@corp\\.example'],
  ])('%s is taken', (pattern) => {
    expect(problemOfPattern(pattern)).toBeUndefined()
  })

  test.each([
    ['a group that repeats', '(a+)+secret', 'repeats a group'],
    ['alternatives that repeat', '(?:a|a)*secret', 'repeats a group'],
    ['two open lengths in a row', 'x\\w+\\w+yyyy', 'too long'],
    ['two open lengths with little between', '.*key.*=.*;;;;', 'too long'],
    ['a look ahead', 'abcd(?=e)', 'looks around'],
    ['a look behind', '(?<!x)abcd', 'looks around'],
    ['a reference back', '(abcd)\\1', 'refers back'],
    ['what matches everything', '[a-z]*', 'fewer than 4'],
    ['a short word', 'abc', 'fewer than 4'],
    ['what is no pattern', 'abcd(', 'no regular expression'],
  ])('%s is refused with a sentence', (_, pattern, why) => {
    expect(problemOfPattern(pattern)).toContain(why)
  })

  test('whatever is typed gets an answer', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (pattern) => {
        expect(['string', 'undefined']).toContain(typeof problemOfPattern(pattern))
      }),
    )
  })

  test('one that is refused is never run, even when it arrives by another way', () => {
    const { redact } = createRedactor({ rules: [{ name: 'evil', pattern: '(a+)+$' }] })
    expect(redact(`${'a'.repeat(40)}!`).count).toBe(0)
  })
})

describe('a redactor of somebody’s own', () => {
  const redactor = createRedactor({
    rules: [
      { name: 'acme', pattern: 'acme_[a-z0-9]+', flags: 'i' },
      { name: 'capitals', pattern: '[A-Z]{8}' },
    ],
    allow: ['acme_example', 'Geh3imnis'],
  })

  test('knows its own rules beside those of everybody', () => {
    expect(redactor.redact('ACME_x1y2 and password: hunter2x!').text).toBe(
      '[REDACTED:acme] and password: [REDACTED:assignment]',
    )
  })

  test('leaves what was named as no secret, in texts and in fields', () => {
    expect(redactor.redact('acme_example password: Geh3imnis').count).toBe(0)
    const { message } = redactMessage(
      {
        kind: 'assistant',
        cwd: null,
        git_branch: null,
        model: null,
        blocks: [{ type: 'tool_call', id: null, name: 'x', input: { password: 'Geh3imnis' } }],
      },
      redactor,
    )
    expect(message.blocks[0]).toMatchObject({ input: { password: 'Geh3imnis' } })
  })

  test('does not find its own replacements again', () => {
    const once = redactor.redact('ABCDEFGH acme_1234').text
    expect(once).toBe('[REDACTED:capitals] [REDACTED:acme]')
    expect(redactor.redact(once).count).toBe(0)
  })
})
