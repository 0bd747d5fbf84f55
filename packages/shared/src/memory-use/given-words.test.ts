import { expect, test } from 'vitest'
import { givenWords } from './given-words.ts'

const never = { times: 0, people: 0, last_on: null }

test('how often a memory was given is said in numbers and words', () => {
  expect(givenWords({ agents: never, people: never, confirmed: 0, contradicted: 0 })).toEqual([
    'given to no agent',
  ])
  expect(
    givenWords({
      agents: { times: 3, people: 1, last_on: '2026-05-02' },
      people: { times: 1, people: 1, last_on: '2026-05-02' },
      confirmed: 2,
      contradicted: 1,
    }),
  ).toEqual([
    'agents 3 times for 1 person, last on 2026-05-02',
    'opened 1 time',
    'confirmed 2 times afterwards',
    'contradicted 1 time afterwards',
  ])
})
