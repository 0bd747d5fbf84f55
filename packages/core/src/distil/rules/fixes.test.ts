import { expect, test } from 'vitest'
import { DISTIL_LIMITS, type DistilledObservation } from '../transcript/distil.types.ts'
import { asFixed } from './fixes.ts'

const found = (title: string) =>
  ({ title, claim: { kind: 'gotcha', statement: title } }) as unknown as DistilledObservation

test('a repaired bug keeps to the length of a title, however long its cause and file are', () => {
  const cause = `${'The parser ignores its second argument '.repeat(6).slice(0, DISTIL_LIMITS.titleChars - 1)}.`
  const { title, subtitle } = asFixed(found(cause), [`src/${'parse'.repeat(40)}.ts`])
  expect(title).toMatch(/^Bug fixed in parse/)
  expect(title.length).toBeLessThanOrEqual(DISTIL_LIMITS.titleChars)
  expect(subtitle.length).toBeLessThanOrEqual(DISTIL_LIMITS.subtitleChars)
})

test('the name of its file holds nothing that the database refuses', () => {
  const fixed = asFixed(found('It drops the row.'), ['src/\uD83D\u0000a.ts'])
  expect(JSON.stringify(fixed)).not.toMatch(/\\u(?:0000|d[89a-f])/)
})
