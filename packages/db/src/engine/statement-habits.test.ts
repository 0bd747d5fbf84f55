import { describe, expect, test } from 'vitest'
import { createStatementHabits } from './statement-habits.ts'

describe('statements are prepared by name', () => {
  test('from their second time on', () => {
    const { isWorthPreparing } = createStatementHabits()
    expect([1, 2, 3].map(() => isWorthPreparing('select $1'))).toEqual([false, true, true])
  })

  test('up to a number, beyond which new ones stay unprepared and old ones stay prepared', () => {
    const { isWorthPreparing } = createStatementHabits()
    const texts = Array.from({ length: 400 }, (_, index) => `select $1 + ${index}`)
    for (const text of texts) isWorthPreparing(text)
    expect(texts.filter((text) => isWorthPreparing(text))).toEqual(texts.slice(0, 300))
    expect(isWorthPreparing(texts[0] ?? '')).toBe(true)
    expect(isWorthPreparing(texts[399] ?? '')).toBe(false)
  })

  test('and those that never come again are forgotten', () => {
    const { isWorthPreparing } = createStatementHabits()
    isWorthPreparing('select $1')
    for (let index = 0; index < 2_000; index++) isWorthPreparing(`select $1 + ${index}`)
    expect(isWorthPreparing('select $1')).toBe(false)
  })
})
