import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEchoGuard } from './echo-guard.ts'

const read = <T>(file: string): T[] =>
  readFileSync(new URL(`../../../../bench/data/echoes/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))

const rules = read<{ text: string }>('told.jsonl').map(({ text }) => text)
const statements = read<{ text: string; is_echo: boolean }>('statements.jsonl')

describe('the echo guard', () => {
  /** A project's guide, as it lies in its repository. */
  const guard = createEchoGuard([`# Rules\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`])
  const called = (is_echo: boolean) =>
    statements.filter((one) => one.is_echo === is_echo && guard.isEcho(one.text))

  test('knows nine of ten rules that are said again in other words', () => {
    const echoes = statements.filter(({ is_echo }) => is_echo)
    expect(echoes).toHaveLength(100)
    const missed = echoes.filter(({ text }) => !guard.isEcho(text)).map(({ text }) => text)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(10)
  })

  test('takes two of a hundred findings about the same things for echoes, at most', () => {
    const wrong = called(false).map(({ text }) => text)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
  })

  test('knows rules it was not written for, and takes no finding beside them for one', () => {
    const held = read<{ told: string; echo: string; genuine: string }>('held.jsonl')
    const other = createEchoGuard([...rules, ...held.map((one) => one.told)])
    expect(held.filter(({ echo }) => other.isEcho(echo)).length).toBeGreaterThanOrEqual(18)
    expect(held.filter(({ genuine }) => other.isEcho(genuine))).toEqual([])
  })

  test('lets the contrary of a rule pass, and a rule with another number', () => {
    expect(guard.isEcho('Default exports are used in the theme package.')).toBe(false)
    expect(guard.isEcho('The TTL of caches is now 3 hours at most.')).toBe(false)
  })

  test('of nothing that was given knows no echo', () => {
    expect(createEchoGuard([]).isEcho('Always use parameterised queries.')).toBe(false)
    expect(createEchoGuard(['', '# Title']).isEcho('Always use parameterised queries.')).toBe(false)
  })
})
