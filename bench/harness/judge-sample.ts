import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Distillate, DistilledObservation } from '@teamlore/core'
import { distilInputOf } from './distil-input.ts'
import { createRandom } from './random.ts'
import type { RealSession } from './real-sessions.ts'

const SAMPLE = { seed: 20_261_125, findings: 100, summaries: 50 }
/** So much of a message is enough to see where words come from. */
const MESSAGE_CHARS = 1_500

type Words = {
  session: string
  file: string
  title: string
  statement: string
  reason: string
  quotes: string[]
}
type Summed = { session: string; file: string } & Pick<
  Distillate['summaries'][number],
  'promptNumber' | 'request' | 'learned' | 'completed' | 'nextSteps'
>

/** What one session has to be judged. No confidence: who judges must not know what the distiller thinks. */
export type Judgeable = { name: string; findings: Words[]; summaries: Summed[] }

/** The words a finding rests on: quotes where its author gave some, else the message it was found in. */
const quotesOf = (one: DistilledObservation, said: ReadonlyMap<string, string>): string[] =>
  one.claim?.evidence.map(({ quote }) => quote) ?? [
    (said.get(one.messageId) ?? '').slice(0, MESSAGE_CHARS),
  ]

export const judgeable = (
  { name, file, session }: RealSession,
  { observations, summaries }: Distillate,
): Judgeable => {
  const said = new Map<string, string>()
  for (const { id, text } of distilInputOf(session).messages as Iterable<{
    id: string
    text: string
  }>)
    said.set(id, text)
  const found = observations.filter(({ purpose }) => purpose === 'finding')
  return {
    name,
    findings: found.map((one) => ({
      session: name,
      file,
      title: one.title,
      statement: one.claim?.statement ?? one.narrative,
      reason: one.claim?.reason ?? '',
      quotes: quotesOf(one, said),
    })),
    summaries: summaries.map(({ promptNumber, request, learned, completed, nextSteps }) => ({
      session: name,
      file,
      promptNumber,
      request,
      learned,
      completed,
      nextSteps,
    })),
  }
}

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Draws from the first group as far as it goes, then from the next; in the end nobody sees which it was. */
const draw = <T>(groups: readonly (readonly T[])[], count: number): T[] => {
  const { next } = createRandom(SAMPLE.seed)
  const drawn = groups.flatMap((group) => shuffled(group, next)).slice(0, count)
  return shuffled(drawn, next)
}

/** The same words are judged once, in whatever session they stand. */
const each = <T>(items: readonly T[], words: (one: T) => string): T[] => [
  ...new Map(items.map((one) => [words(one), one])).values(),
]

/** @returns what there was to draw from, in words. */
export const writeSample = (
  folder: string,
  prefix: string,
  groups: readonly (readonly Judgeable[])[],
): string => {
  const findings = groups.map((group) =>
    each(
      group.flatMap((one) => one.findings),
      ({ title }) => title,
    ),
  )
  const summaries = groups.map((group) =>
    each(
      group.flatMap((one) => one.summaries),
      (one) => `${one.request}\n${one.learned}\n${one.completed}`,
    ),
  )
  mkdirSync(folder, { recursive: true })
  const write = (what: string, rows: readonly object[]) =>
    writeFileSync(
      join(folder, `${prefix}-${what}.jsonl`),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    )
  write('findings', draw(findings, SAMPLE.findings))
  write('summaries', draw(summaries, SAMPLE.summaries))
  const counts = (of: readonly (readonly unknown[])[]) => of.map(({ length }) => length).join(' + ')
  return `${prefix}: drawn from ${counts(findings)} findings and ${counts(summaries)} summaries: ${folder}`
}
