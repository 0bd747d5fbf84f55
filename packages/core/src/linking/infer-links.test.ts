import { expect, test } from 'vitest'
import { inferLinks } from './infer-links.ts'
import { createLineIndex, factsOf, tokensOf } from './line-index.ts'
import type { LinkableCommit, LinkableSession } from './linking.types.ts'

/** Links below it are not kept, as in link-commits.ts. */
const KEPT_FROM = 0.5
const PATH = 'src/berths.ts'
const at = (minute: number): number => Date.UTC(2026, 0, 5, 9, minute)
const lines = (of: string, count: number) => Array.from({ length: count }, (_, n) => `${of}${n}`)

const session = (id: string, minute: number, added: string[]): LinkableSession => ({
  id,
  places: [{ at: at(minute), place: 'laptop harbour main' }],
  active: [at(minute)],
  ran: [],
  printed: [],
  wrote: tokensOf({ added, removed: [] }).map((token) => ({
    at: at(minute),
    name: 'berths.ts',
    token,
  })),
})

const commit = (sha: string, made: [number, number], added: string[]): LinkableCommit => ({
  sha,
  parents: sha === 'parent' ? [] : ['parent'],
  patchId: null,
  authoredAt: at(made[0]),
  committedAt: at(made[1]),
  subject: 'The berths',
  files: [{ path: PATH, added, removed: [] }],
})

test('an amended commit stays that of a session of which lines are left, as sure as that was before', () => {
  const [kept, more] = [lines('kept', 10), lines('more', 20)]
  const amended = commit('amended', [6, 30], [...kept.slice(0, 2), ...more])
  const original = commit('original', [6, 6], kept)
  const index = createLineIndex(
    factsOf(
      [session('one', 5, kept), session('two', 20, more)],
      [commit('parent', [3, 3], []), original, amended],
    ),
  )
  const linksOf = (sha: string) => (sha === 'original' ? inferLinks(index, original).links : [])
  const [first] = linksOf('original')
  // One minute at work says little.
  expect(first).toMatchObject({ sessionId: 'one' })
  expect(first?.confidence).toBeLessThan(0.7)
  const shown = inferLinks(index, amended, { linksOf }).links.filter(
    ({ confidence }) => confidence >= KEPT_FROM,
  )
  expect(shown.map(({ sessionId }) => sessionId)).toEqual(['two', 'one'])
})
