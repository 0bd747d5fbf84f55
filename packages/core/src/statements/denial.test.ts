import fc from 'fast-check'
import { expect, test } from 'vitest'
import { denialsBy } from './denial.ts'
import { DENY_AFTER, DENY_BEFORE } from './lexicon.ts'
import { DENIES_BEFORE, DENIES_NEXT } from './said-words.ts'
import { tokenise } from './words.ts'

const WORDS =
  "Redis,not,never,instead of,the,using,moved,from,is gone,was,removed,isn't,Valkey,'s,no longer,\n,dropped,don't use,in,today".split(
    ',',
  )

test.each([
  { name: 'of statements', before: DENY_BEFORE, after: DENY_AFTER },
  { name: 'of what somebody said', before: DENIES_NEXT, after: DENIES_BEFORE },
])('finds each denial $name that looking around every word finds', ({ before, after }) => {
  const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 })
  let denied = 0
  fc.assert(
    fc.property(sentence, (words) => {
      const text = words.join(' ')
      const isDenied = denialsBy({ before, after })(text)
      for (const { raw, at } of tokenise(text)) {
        const around = before.test(text.slice(0, at)) || after.test(text.slice(at + raw.length))
        if (around) denied++
        expect(isDenied({ raw, at })).toBe(around)
      }
    }),
    { numRuns: 2_000 },
  )
  expect(denied).toBeGreaterThan(100)
})
