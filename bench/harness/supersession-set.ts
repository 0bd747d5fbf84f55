import { readdirSync, readFileSync } from 'node:fs'
import type { MemorySlots } from '@teamlore/shared/memories'

export type Statement = {
  id: string
  split: string
  kind: string
  group: string
  text: string
  at: string | null
  slots?: MemorySlots
  questions?: string[]
}
export type Pair = { split: string; older: string; newer: string; relation: string; group: string }
export type Question = {
  split: string
  group: string
  /** `cascade`: of `gold`, which rests on something that `changed` took the place of. */
  kind: 'current' | 'asof' | 'why' | 'lookalike' | 'contradiction' | 'cascade' | 'independent'
  question: string
  at?: string
  gold: string[]
  stale?: string[]
  changed?: string
}

const data = new URL('../data/supersession/', import.meta.url)
const read = <T>(file: string): T[] =>
  readFileSync(new URL(file, data), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))

/** Of every part of the set: `questions.jsonl`, `grown-questions.jsonl` and whatever stands beside them. */
const all = <T>(name: string): T[] =>
  readdirSync(data)
    .filter((file) => file === `${name}.jsonl` || file.endsWith(`-${name}.jsonl`))
    .sort()
    .flatMap((file) => read<T>(file))

/** What a model wrote into the slots of each statement, alone, without knowing which belong together. */
const slotsOf = (): Map<string, MemorySlots> =>
  new Map(all<{ id: string; slots: MemorySlots }>('slots').map(({ id, slots }) => [id, slots]))

/** What a model would ask that each statement answers, alone, without knowing which belong together. */
const answeredOf = (): Map<string, string[]> =>
  new Map(
    all<{ id: string; questions: string[] }>('answered').map(({ id, questions }) => [
      id,
      questions,
    ]),
  )

/** Half of the groups, by their names: what is changed is fitted on the first and reported of the second. */
const halfOf = ({ group }: { group: string }): 'fitted' | 'unseen' => {
  let sum = 0
  for (const letter of group) sum = (sum * 31 + letter.charCodeAt(0)) % 65_537
  return sum % 2 === 0 ? 'fitted' : 'unseen'
}

/** Decoys that stand beside the statements of a split, so that there is something to distinguish them from. */
const DECOYS = 150

/**
 * What of the set is asked of one split: `dev` was fitted on, `held` never, `grown` was written after the rules, `blind` by somebody
 * who never saw them, `cascades` is of what rests on something that changed. `grown-fitted` and `grown-unseen` are halves. `slots` is
 * `grown` with the slots that a model wrote, as is `blind+slots`; with `+questions` a model wrote what each statement answers, too;
 * with `+judged` pairs are put before a language model.
 */
export const readSupersessionSet = (name: string) => {
  const [family = '', half] = name.split('-')
  const split = family === 'slots' ? 'grown' : (family.split('+')[0] ?? '')
  const hasSlots = /(?:^|\+)slots/.test(family)
  const slots = hasSlots ? slotsOf() : new Map<string, MemorySlots>()
  const answered = family.includes('+questions') ? answeredOf() : new Map<string, string[]>()
  const statements = all<Statement>('statements')
  const of = <T extends { split: string; group: string }>(list: T[]) =>
    list.filter((one) => one.split === split)
  const asked = <T extends { split: string; group: string }>(list: T[]) =>
    of(list).filter((one) => half === undefined || halfOf(one) === half)
  const own = of(statements).filter(({ kind }) => kind !== 'decoy')
  const decoys = statements.filter(({ kind, split: where }) => kind === 'decoy' && where === 'held')
  return {
    statements: [...own, ...decoys.slice(0, DECOYS)]
      .map((one): Statement => {
        const written = slots.get(one.id)
        const questions = answered.get(one.id)
        return {
          ...one,
          ...(written === undefined ? {} : { slots: written }),
          ...(questions === undefined ? {} : { questions }),
        }
      })
      .sort((a, b) => (`${a.at ?? ''} ${a.id}` < `${b.at ?? ''} ${b.id}` ? -1 : 1)),
    pairs: asked(all<Pair>('pairs')),
    questions: asked(all<Question>('questions')),
  }
}

export type SupersessionSet = ReturnType<typeof readSupersessionSet>
