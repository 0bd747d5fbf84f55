import { expect, test } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

/** Answers are numbered; each takes so long on a clock that only moves so. */
const createWorld = ({ tookMs = 2_000 } = {}) => {
  let now = 0
  let computed = 0
  const answer = createAnswerCache<number>(() => now)
  const ask = (data: string, { access = 'all', key = 'key' } = {}) =>
    answer({
      key,
      mark: { access, data },
      compute: async () => {
        now += tookMs
        computed += 1
        return computed
      },
    })
  return {
    ask,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('as long as nothing changed, the same answer is given again', async () => {
  const { ask } = createWorld()
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([1, 1, 1])
})

test('where something changed, the last answer is given while the next one is worked out', async () => {
  const { ask, pass } = createWorld()
  await ask('a')
  pass(20_000)
  expect(await ask('b')).toBe(1)
  expect(await ask('b')).toBe(2)
})

test('where something changes all the time, an answer rests ten times as long as it took', async () => {
  const { ask, pass } = createWorld()
  await ask('a')
  pass(19_999)
  expect([await ask('b'), await ask('c')]).toEqual([1, 1])
  pass(1)
  expect([await ask('d'), await ask('d')]).toEqual([1, 2])
})

test('nobody is given what was answered when more or less was open to them', async () => {
  const { ask } = createWorld()
  expect([await ask('a', { access: 'two' }), await ask('a', { access: 'one' })]).toEqual([1, 2])
})

test('what is quick to work out is always worked out again', async () => {
  const { ask } = createWorld({ tookMs: 20 })
  expect([await ask('a'), await ask('a')]).toEqual([1, 2])
})

test('an old answer is worked out again, since what it says depends on the time', async () => {
  const { ask, pass } = createWorld()
  await ask('a')
  pass(6 * 60_000)
  expect(await ask('a')).toBe(2)
})

test('another question has another answer', async () => {
  const { ask } = createWorld()
  expect([await ask('a'), await ask('a', { key: 'other' })]).toEqual([1, 2])
})
