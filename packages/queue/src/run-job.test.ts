import { describe, expect, test } from 'vitest'
import { reasonOf } from './run-job.ts'

describe('the reason kept with a failed job', () => {
  test('is what the database said, without the statement and its parameters', () => {
    const wrapped = Object.assign(
      new Error('Failed query: insert into t values ($1)\nparams: secret', {
        cause: new Error('duplicate key value'),
      }),
      { query: 'insert into t values ($1)', params: ['secret'] },
    )
    expect(reasonOf(wrapped)).toBe('duplicate key value')
  })

  test('is cut to a length that can be shown', () => {
    expect(reasonOf(new Error('x'.repeat(10_000)))).toHaveLength(500)
    expect(reasonOf('just a word')).toBe('just a word')
  })
})
