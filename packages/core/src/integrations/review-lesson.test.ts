import { describe, expect, test } from 'vitest'
import { lessonOf } from './review-lesson.ts'

describe('a comment of a review', () => {
  test.each([
    ['We always use `TideClock` for times, never `Date`.', 'convention'],
    [
      'Never call the bank inside a transaction. Otherwise a slow bank locks the table.',
      'convention',
    ],
    ["We don't retry exports without an idempotency key.", 'convention'],
    [
      'Hm.\n\n```suggestion\nconst x = 1\n```\n\nBy convention ids of berths have a prefix.',
      'convention',
    ],
    ['The export silently drops rows when the batch is larger than 500.', 'gotcha'],
    ['`readTides` fails if the harbour has no gauge, as on Sylt.', 'gotcha'],
  ])('that says what holds beyond its lines teaches that: %s', (body, kind) => {
    expect(lessonOf(body)?.kind).toBe(kind)
  })

  test('keeps the reason that the next sentence gives', () => {
    expect(
      lessonOf('Never call the bank inside a transaction. Otherwise a slow bank locks the table.'),
    ).toEqual({
      kind: 'convention',
      statement: 'Never call the bank inside a transaction.',
      reason: 'Otherwise a slow bank locks the table.',
    })
  })

  test.each([
    'LGTM',
    'nit: always a typo here in the name',
    'Please rename this variable to `tides`.',
    'Can we always use the clock here?',
    'This breaks when the list is empty.',
    'You should never do that, sorry.',
    'Why do we never close the file?',
    'Typo above: it says tidse when it fails.',
    'I think we never needed this.',
    '> We always use `TideClock` for times.\n\nDone.',
    '```\nWe always use TideClock for times, never Date.\n```',
    'Thanks, that works when it rains.',
    'Extract a method.',
    'never mind',
    `We always ${'x '.repeat(300)}.`,
    '',
  ])('that asks, thanks, or is about its lines alone teaches nothing: %s', (body) => {
    expect(lessonOf(body)).toBeUndefined()
  })
})
