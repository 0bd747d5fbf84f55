import { readFileSync } from 'node:fs'
import type { MemorySlots } from '@teamlore/shared/memories'

export type Statement = {
  id: string
  split: string
  kind: string
  group: string
  text: string
  at: string | null
  slots?: MemorySlots
}
export type Pair = { split: string; older: string; newer: string; relation: string; group: string }
export type Question = {
  split: string
  group: string
  kind: 'current' | 'asof' | 'why' | 'lookalike' | 'contradiction'
  question: string
  at?: string
  gold: string[]
  stale: string[]
}

const data = new URL('../data/supersession/', import.meta.url)
const read = <T>(file: string): T[] =>
  readFileSync(new URL(file, data), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))

const both = <T>(file: string): T[] => [...read<T>(file), ...read<T>(`grown-${file}`)]

/** Decoys that stand beside the statements of a split, so that there is something to tell them from. */
const DECOYS = 150

/** What of the set is asked of one split: `dev` was fitted on, `held` never, `grown` was written last. */
export const readSupersessionSet = (split: string) => {
  const all = both<Statement>('statements.jsonl')
  const of = <T extends { split: string }>(list: T[]) => list.filter((one) => one.split === split)
  const own = of(all).filter(({ kind }) => kind !== 'decoy')
  const decoys = all.filter(({ kind, split: where }) => kind === 'decoy' && where === 'held')
  return {
    statements: [...own, ...decoys.slice(0, DECOYS)].sort((a, b) =>
      `${a.at ?? ''} ${a.id}` < `${b.at ?? ''} ${b.id}` ? -1 : 1,
    ),
    pairs: of(both<Pair>('pairs.jsonl')),
    questions: of(both<Question>('questions.jsonl')),
  }
}
