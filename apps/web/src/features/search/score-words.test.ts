import { expect, test } from 'vitest'
import { scoreSteps } from './score-words.ts'

const wordsOf = (...args: Parameters<typeof scoreSteps>) =>
  scoreSteps(...args).map(({ name, says, figure }) => `${name}: ${says} (${figure})`)

test('says how a result came by its place, in words, by parts that add up', () => {
  expect(
    wordsOf(
      {
        text: { rank: 2, score: 12.345, adds: 0.55 },
        vector: { rank: 11, score: 0.6123, adds: 0.3233 },
        exact: null,
        unread: 0,
        fused: 0.8733,
        priors: { kind: 1.06, recency: 0.954, session: 0.85 },
      },
      0.7507,
    ),
  ).toEqual([
    'Words: 2nd of what has words of the question (12.3) (0.55)',
    'Meaning: 11th nearest in meaning (0.612) (0.32)',
    'Exact names: has no name or path exactly as you wrote it (–)',
    'Together: the sum of these (0.87)',
    'Kind: counts 6 % more for what it is: findings and prompts count more, output of tools less (× 1.06)',
    'Age: counts 5 % less for how new it is (× 0.95)',
    'Session: counts 15 % less because its session has many results above it (× 0.85)',
    'Score: what the list is ordered by (0.75)',
  ])
})

test('says what stands in for meaning where a text was not read for it', () => {
  const parts = { text: { rank: 1, score: 8, adds: 0.6 }, vector: null, exact: null }
  expect(wordsOf({ ...parts, unread: 0.2, fused: 0.8, priors: {} }, 0.8)).toContain(
    'Not read: not read for its meaning, so its words count instead (0.20)',
  )
})

test('says of a list without words that it is one', () => {
  const parts = { text: null, vector: null, exact: null, unread: 0, fused: 0 }
  expect(wordsOf({ ...parts, priors: { kind: 1.06 } }, 0)).toEqual([
    'Order: newest first; there were no words to rank it by (–)',
  ])
})
