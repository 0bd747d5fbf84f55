import { describe, expect, test } from 'vitest'
import { crossedSecrets } from '../../../bench/labelled/crossed-set.ts'
import { labelledLookAlikes, labelledSecrets } from '../../../bench/labelled/labelled-set.ts'
import {
  precisionOf,
  recallOf,
  scoreNegative,
  scorePositive,
  sumOf,
} from '../../../bench/labelled/score.ts'
import { redactSecrets } from './redact-secrets.ts'

const secrets = labelledSecrets()
const lookAlikes = labelledLookAlikes()

describe('the labelled set', () => {
  test('is large, varied, and the same in every run', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(300)
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(25)
    expect(lookAlikes.length).toBeGreaterThanOrEqual(300)
    expect(new Set(lookAlikes.map(({ text }) => text)).size).toBe(lookAlikes.length)
    expect(labelledSecrets()).toEqual(secrets)
    expect(labelledLookAlikes()).toEqual(lookAlikes)
  })

  test('holds back a good part of both', () => {
    const held = (all: readonly { half: string }[]) =>
      all.filter(({ half }) => half === 'held').length / all.length
    expect(held(secrets)).toBeGreaterThan(0.4)
    expect(held(lookAlikes)).toBeGreaterThan(0.4)
  })

  const scoreOf = (half: string) =>
    sumOf([
      ...secrets.filter((one) => one.half === half).map((one) => scorePositive(redactSecrets, one)),
      ...lookAlikes
        .filter((one) => one.half === half)
        .map((one) => scoreNegative(redactSecrets, one)),
    ])

  test('all that rules were made with in view is found, and nothing else', () => {
    const { secrets: all, caught, wrong } = scoreOf('tuned')
    expect({ caught, wrong }).toEqual({ caught: all, wrong: 0 })
  })

  test('of what was held back at least 98 of 100 are found, and as many of those found are secrets', () => {
    expect(recallOf(scoreOf('held'))).toBeGreaterThanOrEqual(0.98)
    expect(precisionOf(scoreOf('held'))).toBeGreaterThanOrEqual(0.98)
  })
})

describe('every kind of secret in every wrapping', () => {
  const crossed = crossedSecrets()

  test('is a full product', () => {
    const kinds = new Set(crossed.map(({ kind }) => kind))
    const contexts = new Set(crossed.map(({ context }) => context))
    const pairs = new Set(crossed.map(({ kind, context }) => `${kind} ${context}`))
    expect([...kinds].sort()).toEqual([...new Set(secrets.map(({ kind }) => kind))].sort())
    expect(pairs.size).toBe(kinds.size * contexts.size)
  })

  test.each([...new Set(crossed.map(({ context }) => context))])('%s: all are found', (name) => {
    const missed = crossed
      .filter(({ context }) => context === name)
      .filter((one) => scorePositive(redactSecrets, one).caught === 0)
      .map(({ before, secret, after }) => before + secret + after)
    expect(missed).toEqual([])
  })

  test('takes nothing else along', () => {
    const wrong = crossed
      .filter((one) => scorePositive(redactSecrets, one).wrong > 0)
      .map(({ before, secret, after }) => redactSecrets(before + secret + after).text)
    expect(wrong).toEqual([])
  })
})

describe('scoring', () => {
  const positive = { ...(secrets[0] as (typeof secrets)[number]), before: 'key ', after: ' end' }
  const answer = (text: string, count: number) => () => ({ text, count, kinds: {} })

  test('a secret left whole or in part is not caught', () => {
    const { secret } = positive
    expect(scorePositive(answer(`key ${secret} end`, 0), positive).caught).toBe(0)
    expect(
      scorePositive(answer(`key [REDACTED:x]${secret.slice(8)} end`, 1), positive).caught,
    ).toBe(0)
  })

  test('what goes besides the secret counts as wrong', () => {
    expect(scorePositive(answer('key [REDACTED:x] end', 1), positive)).toMatchObject({
      caught: 1,
      wrong: 0,
    })
    expect(scorePositive(answer('[REDACTED:x] end', 1), positive)).toMatchObject({
      caught: 1,
      wrong: 1,
    })
  })
})
