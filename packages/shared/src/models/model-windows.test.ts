import { describe, expect, test } from 'vitest'
import { briefBudget, MODEL_WINDOWS, windowOf } from './model-windows.ts'

describe('the window of a model', () => {
  test.each([
    ['claude-sonnet-4-5-20250929', 200_000],
    ['claude-sonnet-4-5-20250929[1m]', 1_000_000],
    ['claude-opus-5-5', 1_000_000],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 200_000],
    ['openrouter/anthropic/claude-3.5-sonnet', 200_000],
    ['gpt-5.3-codex', 272_000],
    ['gpt-5.3-codex-spark', 128_000],
    ['Gemini-2.5-Pro', 1_048_576],
    ['llama-3-8b', 8_192],
    ['llama-3.1-8b', 131_072],
  ])('of %s is that of the most exact name', (model, window) => {
    expect(windowOf(model)).toBe(window)
  })

  test.each(['', 'mystery-model', '<synthetic>', 'gpt'])('of "%s" is not known', (model) => {
    expect(windowOf(model)).toBeUndefined()
  })

  test('says for each where it is written', () => {
    for (const { source, window } of MODEL_WINDOWS) {
      expect(source).toMatch(/^https:\/\//)
      expect(window).toBeGreaterThan(4_000)
    }
    const names = MODEL_WINDOWS.map(({ begins }) => begins)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the budget of a brief', () => {
  test('is the tokens asked for, as long as the model can bear them', () => {
    expect(briefBudget({ budget_tokens: 1_500 })).toEqual({ budget: 1_500, isUnknown: false })
    expect(briefBudget({ budget_tokens: 1_500, model: 'gpt-4o' }).budget).toBe(1_500)
    expect(briefBudget({ budget_tokens: 9_000, model: 'llama-3-8b' }).budget).toBe(2_457)
  })

  test('is a share of the window where one is asked for', () => {
    const asked = { budget_tokens: 1_500, share: 2 }
    expect(briefBudget({ ...asked, model: 'claude-sonnet-4-5' }).budget).toBe(4_000)
    expect(briefBudget({ ...asked, model: 'gpt-4.1', share: 30 }).budget).toBe(50_000)
  })

  test('is the tokens where the window is not known, and says so', () => {
    const asked = { budget_tokens: 1_500, share: 10 }
    expect(briefBudget({ ...asked, model: 'mystery' })).toEqual({ budget: 1_500, isUnknown: true })
    expect(briefBudget(asked)).toEqual({ budget: 1_500, isUnknown: true })
  })
})
