import { expect, test } from 'vitest'
import { reasonInBody } from './reason-in-body.ts'

const SHA = 'a'.repeat(40)

test.each([
  [
    'beside what git wrote',
    `This reverts commit ${SHA}.\n\nRolls are lost whenever the process stops.`,
    'Rolls are lost whenever the process stops.',
  ],
  [
    'before it',
    `Rolls are lost whenever\nthe process stops.\n\nThis reverts commit ${SHA}.`,
    'Rolls are lost whenever the process stops.',
  ],
  [
    'in the same paragraph',
    `This reverts commit ${SHA}. It loses rolls on a stop.`,
    'It loses rolls on a stop.',
  ],
  [
    'after a label',
    `This reverts commit ${SHA}.\n\nReason: it loses rolls on a stop.`,
    'it loses rolls on a stop.',
  ],
  [
    'before trailers',
    'It loses rolls on a stop.\n\nSigned-off-by: Ann\nReviewed-by: Bo',
    'It loses rolls on a stop.',
  ],
])('a reason is read that stands %s', (_, body, reason) => {
  expect(reasonInBody(body)).toBe(reason)
})

test.each([
  ['', ''],
  ['git alone', `This reverts commit ${SHA}.`],
  ['a forge alone', 'Reverts acme/parser#41'],
  ['trailers alone', `This reverts commit ${SHA}.\n\nSigned-off-by: Ann <ann>`],
  ['a word', 'Oops.'],
])('nothing is read where there is %s', (_, body) => {
  expect(reasonInBody(body)).toBeUndefined()
})

test('the subject that an older agent sends before it is no reason', () => {
  const subject = 'Revert "Keep rolls in memory"'
  const body = `${subject}\n\nThis reverts commit ${SHA}.`
  expect(reasonInBody(body, subject)).toBeUndefined()
  const why = 'It loses rolls on a stop.'
  expect(reasonInBody(`${body}\n\n${why}`, subject)).toBe(why)
})

test('a long one ends with a sentence', () => {
  const one = 'A roll was lost when the process stopped.'
  expect(reasonInBody(`${one} `.repeat(20))).toBe(`${one} `.repeat(9).trim())
  expect(reasonInBody('very '.repeat(200))?.length).toBeLessThanOrEqual(400)
})
