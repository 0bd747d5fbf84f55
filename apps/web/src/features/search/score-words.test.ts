import { expect, test } from 'vitest'
import { scoreSteps } from './score-words.ts'

test('says how a result came by its place, in words', () => {
  const steps = scoreSteps(
    {
      text: { rank: 2, score: 12.345 },
      vector: { rank: 11, score: 0.6123 },
      exact: null,
      fused: 0.8733,
      priors: { kind: 1.06, recency: 0.954 },
    },
    0.9257,
  )
  expect(steps.map(({ name, says, figure }) => `${name}: ${says} (${figure})`)).toEqual([
    'Words: 2nd of what has words of the question (12.35)',
    'Meaning: 11th nearest in meaning (0.61)',
    'Exact names: has no name or path exactly as you wrote it (–)',
    'Together: the three weighed into one (0.87)',
    'Kind: counts 6 % more for what it is: findings and prompts count more, output of tools less (× 1.06)',
    'Age: counts 5 % less for how new it is (× 0.95)',
    'Score: what the list is ordered by (0.93)',
  ])
})
