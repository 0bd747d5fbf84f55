import { existsSync, readFileSync } from 'node:fs'
import { questionKey } from '@teamlore/core/distil-by-model'
import type { AskModel } from '@teamlore/core/usage'

type Asked = { system: string; prompt: string }
type Recorded = { key: string; answer: unknown }

/** Two statements count as apart, and nothing rests on a change. */
const NOBODY_ASKED = { verdict: 'apart', first_quote: '', second_quote: '', resting: [] }

const keyOf = (asked: Asked): string =>
  questionKey({ provider: 'recorded', model: 'recorded' }, asked)

const data = new URL('../data/supersession/', import.meta.url)

/**
 * Answers as the one did who was asked outside, by the hash of the question; what nobody was asked counts as apart, or as resting on
 * nothing, and is reported as `unanswered`.
 */
export const recordedJudge = (file: string) => {
  const path = new URL(file, data)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  const answers = new Map(
    lines.map((line) => {
      const { key, answer } = JSON.parse(line) as Recorded
      return [key, answer] as const
    }),
  )
  const report = { asked: 0, unanswered: [] as { key: string; system: string; prompt: string }[] }
  const askModel: AskModel = async (_, __, { schema, system, prompt }) => {
    report.asked += 1
    const key = keyOf({ system, prompt })
    const answer = answers.get(key)
    if (answer === undefined) report.unanswered.push({ key, system, prompt })
    return schema.parse(answer ?? NOBODY_ASKED)
  }
  return { askModel, report }
}
