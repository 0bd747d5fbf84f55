import { randomBytes } from 'node:crypto'
import type {
  DistilQuestion,
  DistilQuestionKind,
  LeasedSessions,
} from '@teamlore/shared/distil-leases'
import { fieldsOf, textOf } from '../own-agent/fields.ts'

/** A question that waits for its answer. */
export type OpenQuestion = {
  leaseId: string
  question: DistilQuestion
  /** How many may be asked at once with it: fewer, once an answer could not be used. */
  atOnce: number
  /** Which memory it is about: nothing else goes with it. */
  memory?: string | undefined
}

export const MOST_AT_ONCE = 6
/** What a coding agent adds by itself is a small part of so much; much more, and answers are cut off. */
const MOST_TOKENS = 25_000
const CHARS_PER_TOKEN = 3.5

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN)

/** Takes out of `open` what is asked next: questions of one kind, of which those about a memory go alone, as many as go together. */
export const takeBatch = (open: OpenQuestion[]): OpenQuestion[] => {
  const kind = kindOfNext(open.map(({ question }) => question.kind))
  const batch: OpenQuestion[] = []
  let tokens = 0
  const ofKind = open.filter(({ question }) => question.kind === kind)
  for (const one of ofKind.filter(({ memory }) => memory === ofKind[0]?.memory)) {
    const size = tokensOf(one.question.prompt)
    const atOnce = Math.min(one.atOnce, ...batch.map((other) => other.atOnce))
    if (batch.length > 0 && (batch.length >= atOnce || tokens + size > MOST_TOKENS)) continue
    batch.push(one)
    tokens += size
  }
  for (const one of batch) open.splice(open.indexOf(one), 1)
  return batch
}

/** What was found comes before what is still to be read, so that a session is soon done; memories come last. */
const kindOfNext = (kinds: readonly DistilQuestionKind[]): DistilQuestionKind => {
  const count = (kind: DistilQuestionKind) => kinds.filter((one) => one === kind).length
  if (count('reader') > 0) return 'reader'
  if (count('review') > 0 && count('review') * 2 >= count('segment')) return 'review'
  if (count('segment') > 0) return 'segment'
  return count('pair') >= count('questions') ? 'pair' : 'questions'
}

/** Both halves of a batch whose answer could not be used. */
export const halves = (batch: readonly OpenQuestion[]): OpenQuestion[] => {
  const atOnce = Math.max(1, Math.ceil(batch.length / 2))
  return batch.map((one) => ({ ...one, atOnce: Math.min(one.atOnce, atOnce) }))
}

type Instructions = NonNullable<LeasedSessions['instructions'][DistilQuestionKind]>

export type BatchQuestion = { system: string; prompt: string; schema: Record<string, unknown> }

const nameOf = (n: number): string => `t${n + 1}`

/** One question for all of a batch. Its frames have a name that no session can know, so that none can close them. */
export const batchQuestion = (
  batch: readonly OpenQuestion[],
  { system, schema }: Instructions,
  frame = `task-${randomBytes(5).toString('hex')}`,
): BatchQuestion => {
  const { $schema: _, ...answer } = schema
  const tasks = batch.map(
    ({ question }, n) => `<${frame} id="${nameOf(n)}">\n${question.prompt}\n</${frame}>`,
  )
  return {
    system,
    prompt: [
      `There are ${batch.length} tasks, each between <${frame} id="…"> and </${frame}>. Do each by itself after your instructions, as if it were the only one. Give one answer for each, under its id.`,
      ...tasks,
    ].join('\n\n'),
    schema: {
      type: 'object',
      properties: {
        answers: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string', enum: batch.map((_one, n) => nameOf(n)) },
              answer,
            },
          },
        },
      },
    },
  }
}

/** What was answered to each question of a batch; undefined where nothing was. */
export const answersIn = (value: unknown, batch: readonly OpenQuestion[]): unknown[] => {
  const { answers } = fieldsOf(value)
  const all = Array.isArray(answers) ? answers.map(fieldsOf) : []
  return batch.map((_, n) => all.find(({ id }) => textOf(id) === nameOf(n))?.['answer'])
}
