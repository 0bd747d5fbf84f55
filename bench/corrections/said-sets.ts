import { readFileSync } from 'node:fs'
import { z } from 'zod'

const saidSchema = z.object({
  date: z.string(),
  who: z.enum(['person', 'agent']),
  text: z.string(),
})
const pairSchema = z.object({ id: z.string(), project: z.string(), question: z.string() })
const correctionSchema = pairSchema.extend({ old: saidSchema, new: saidSchema })
const lookAlikeSchema = pairSchema.extend({ first: saidSchema, second: saidSchema })
const talkSchema = saidSchema.extend({ project: z.string() })

type Said = z.infer<typeof saidSchema>
export type Message = { id: string; project: string } & Said
/** An earlier message and a later one, and a question that one of them answers. */
export type Case = {
  id: string
  project: string
  question: string
  earlier: string
  later: string
}
type SaidSet = { corrections: Case[]; lookAlikes: Case[]; messages: Message[] }

/** `corrections`, by somebody who had not read the rules, or `corrections-dev`, on which rules and weights were made. */
export const readSaidSet = (folder: 'corrections' | 'corrections-dev'): SaidSet => {
  const linesOf = <T>(name: string, schema: z.ZodType<T>): T[] =>
    readFileSync(new URL(`../data/${folder}/${name}.jsonl`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => schema.parse(JSON.parse(line)))
  const messages: Message[] = []
  const caseOf = (
    { id, project, question }: z.infer<typeof pairSchema>,
    said: readonly [Said, Said],
  ): Case => {
    const [earlier, later] = [`${id}-earlier`, `${id}-later`]
    messages.push({ id: earlier, project, ...said[0] }, { id: later, project, ...said[1] })
    return { id, project, question, earlier, later }
  }
  const corrections = linesOf('corrections', correctionSchema).map((one) =>
    caseOf(one, [one.old, one.new]),
  )
  const lookAlikes = linesOf('look-alikes', lookAlikeSchema).map((one) =>
    caseOf(one, [one.first, one.second]),
  )
  messages.push(...linesOf('talk', talkSchema).map((one, at) => ({ id: `t${at}`, ...one })))
  return { corrections, lookAlikes, messages }
}
