import { describe, expect, test } from 'vitest'
import { createPace } from './query-pace.ts'

/** Queries that are answered when the test says so; `sent` names those that went out. */
const wire = () => {
  const pace = createPace()
  const sent: string[] = []
  const answers = new Map<string, PromiseWithResolvers<string>>()
  return {
    sent,
    ask: (name: string, isWhole: boolean) =>
      pace(isWhole, () => {
        sent.push(name)
        const answer = deferred<string>()
        answers.set(name, answer)
        return answer.promise
      }),
    answer: async (name: string) => {
      answers.get(name)?.resolve(name)
      await settled()
    },
    fail: async (name: string) => {
      answers.get(name)?.reject(new Error(name))
      await settled()
    },
  }
}

type PromiseWithResolvers<T> = {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

const deferred = <T>(): PromiseWithResolvers<T> => {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

const settled = () => new Promise((done) => setImmediate(done))

const connected = async () => {
  const line = wire()
  const first = line.ask('first', true)
  await settled()
  await line.answer('first')
  await first
  return line
}

describe('queries of one connection', () => {
  test('nothing follows the one that connects before it is answered', async () => {
    const line = wire()
    const asked = [line.ask('connects', true), line.ask('next', true)]
    await settled()
    expect(line.sent).toEqual(['connects'])
    await line.answer('connects')
    expect(line.sent).toEqual(['connects', 'next'])
    await line.answer('next')
    await Promise.all(asked)
  })

  test('those that go out whole follow each other at once', async () => {
    const line = await connected()
    const asked = [line.ask('a', true), line.ask('b', true)]
    expect(line.sent).toEqual(['first', 'a', 'b'])
    await line.answer('a')
    await line.answer('b')
    expect(await Promise.all(asked)).toEqual(['a', 'b'])
  })

  test('one that asks for its types travels alone, and keeps its place', async () => {
    const line = await connected()
    const asked = [line.ask('a', true), line.ask('types', false), line.ask('c', true)]
    await settled()
    expect(line.sent).toEqual(['first', 'a'])
    await line.answer('a')
    expect(line.sent).toEqual(['first', 'a', 'types'])
    await line.answer('types')
    expect(line.sent).toEqual(['first', 'a', 'types', 'c'])
    await line.answer('c')
    await Promise.all(asked)
  })

  test('one that fails holds up nothing', async () => {
    const line = await connected()
    const failed = line.ask('bad', true).catch(() => 'failed')
    const alone = line.ask('types', false)
    await line.fail('bad')
    expect(await failed).toBe('failed')
    expect(line.sent).toContain('types')
    await line.answer('types')
    await alone
  })
})
