import { expect, test } from 'vitest'
import { leftOutGroups } from './agents-md-words.ts'

const left = (id: string, because: 'tokens' | 'kind' | 'disputed') => ({
  id,
  kind: 'decision' as const,
  statement: id,
  because,
})

test('what is left out is grouped by why, what a person can settle first, and empty groups are not shown', () => {
  const groups = leftOutGroups([left('a', 'tokens'), left('b', 'disputed'), left('c', 'tokens')])
  expect(groups.map(({ because, items }) => [because, items.map(({ id }) => id)])).toEqual([
    ['disputed', ['b']],
    ['tokens', ['a', 'c']],
  ])
})
