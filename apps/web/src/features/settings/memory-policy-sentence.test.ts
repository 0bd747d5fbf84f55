import { expect, test } from 'vitest'
import { policySentence, unreviewedSentence } from './memory-policy-sentence.ts'

test('a policy is said in one sentence', () => {
  const of = (more: object) =>
    policySentence({ mode: 'manual', threshold: 0.6, origins: [], ...more })
  expect(of({})).toBe('A person approves every memory.')
  expect(of({ mode: 'confidence', threshold: 0.655 })).toMatch(/confidence of 66 % on/)
  expect(of({ mode: 'origin', origins: ['human', 'import', 'web'] })).toBe(
    'Memories in the words of a person or another memory, moved in become active by themselves.',
  )
  expect(of({ mode: 'origin', origins: ['tool'] })).toMatch(/no origin is let in/)
})

test('it is said whether what nobody reviewed is served', () => {
  expect(unreviewedSentence({ serves_unreviewed: true })).toMatch(/unreviewed/)
  expect(unreviewedSentence({ serves_unreviewed: false })).toMatch(/^Nothing/)
})
