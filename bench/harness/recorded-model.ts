import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordTokens } from '@teamlore/core'
import { DISTIL_SYSTEM, questionKey, REVIEW_SYSTEM } from '@teamlore/core/distil-by-model'
import { JUDGE_SYSTEM } from '@teamlore/core/judging'
import { QUESTIONS_SYSTEM } from '@teamlore/core/memory-questions'
import type { AskModel } from '@teamlore/core/usage'

const FOLDER = join(import.meta.dirname, '../data/recorded')

/** What is taken for an answer where none is recorded: that nothing was found, and nothing changes anything. */
const NOTHING: Record<string, unknown> = {
  [DISTIL_SYSTEM]: { findings: [], no_longer_holds: [], summaries: [] },
  [REVIEW_SYSTEM]: { verdicts: [] },
  [QUESTIONS_SYSTEM]: { questions: [] },
  [JUDGE_SYSTEM]: { verdict: 'apart', first_quote: '', second_quote: '' },
}

type Line = { key: string; answer: unknown }

const linesOf = (file: string): Line[] => {
  const path = join(FOLDER, file)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as Line)
}

/**
 * A language model whose answers were recorded, by the hash of what it is asked. With `openIn` it writes what nobody has answered there, a
 * text for each question; `NAME.json` beside `NAME.txt` is its answer from then on.
 */
export const recordedModel = (files: readonly string[], openIn?: string) => {
  const known = new Map(files.flatMap(linesOf).map(({ key, answer }) => [key, answer]))
  const taken = new Map<string, unknown>()
  const counts = { asked: 0, missing: 0 }
  const tokens = { inputTokens: 0, outputTokens: 0 }
  const answerOf = (key: string, text: string): unknown => {
    if (known.has(key)) return known.get(key)
    if (openIn === undefined) return
    mkdirSync(openIn, { recursive: true })
    const name = join(openIn, key.replaceAll(/[^\w-]/g, '_'))
    if (existsSync(`${name}.json`)) return JSON.parse(readFileSync(`${name}.json`, 'utf8'))
    writeFileSync(`${name}.txt`, text)
    return
  }
  const ask = (async (_scope: unknown, _about: unknown, { system, prompt, schema }) => {
    counts.asked++
    const key = questionKey({ provider: 'recorded', model: 'recorded' }, { system, prompt })
    const answer = answerOf(key, `${system}\n\n=====\n\n${prompt}\n`)
    tokens.inputTokens += recordTokens(system) + recordTokens(prompt)
    tokens.outputTokens += recordTokens(JSON.stringify(answer ?? {}))
    if (answer === undefined) {
      counts.missing++
      return NOTHING[system]
    }
    taken.set(key, answer)
    return schema.parse(answer)
  }) as AskModel
  /** Writes what was answered, all that this run asked for and nothing else. */
  const keep = (file: string): void =>
    writeFileSync(
      join(FOLDER, file),
      [...taken].map(([key, answer]) => `${JSON.stringify({ key, answer })}\n`).join(''),
    )
  return { ask, counts, tokens, keep }
}
