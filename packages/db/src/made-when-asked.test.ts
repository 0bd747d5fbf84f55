import { expect, test } from 'vitest'
import { madeWhenAsked } from './made-when-asked.ts'

const made: string[] = []

const on = madeWhenAsked<[tx: string, scope: string]>()({
  sessions: (tx, scope) => {
    made.push('sessions')
    return { tx, scope }
  },
  books: (tx) => {
    made.push('books')
    return tx
  },
})

test('only what is asked for is made, once, and on its own ground', () => {
  const [mine, others] = [on('one', 'team a'), on('two', 'team b')]
  expect(made).toEqual([])
  const { sessions } = mine
  expect(sessions).toEqual({ tx: 'one', scope: 'team a' })
  expect(mine.sessions).toBe(sessions)
  expect(made).toEqual(['sessions'])
  expect([others.sessions.scope, others.books, mine.books]).toEqual(['team b', 'two', 'one'])
})
