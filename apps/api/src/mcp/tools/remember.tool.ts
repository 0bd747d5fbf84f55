import { MEMORY_LIMITS, memoryKindSchema, NO_SLOTS } from '@teamlore/shared/memories'
import { z } from 'zod'
import { frame } from '../quoting/frame.ts'
import { day, quoted } from '../quoting/quote.ts'
import { defineTool } from '../tool.ts'
import { memoryOutput, memoryOutputOf } from './memory-output.ts'

const slot = (what: string) =>
  z.string().max(MEMORY_LIMITS.maxSlotChars).nullable().default(null).describe(what)

const input = z.strictObject({
  kind: memoryKindSchema
    .default('decision')
    .describe('graveyard: what was tried and given up; gotcha: what bites whoever does not know.'),
  topic: z
    .string()
    .max(MEMORY_LIMITS.maxTopicChars)
    .optional()
    .describe('Short title, as a colleague would ask for it: "Retry policy of the export job".'),
  statement: z
    .string()
    .min(10)
    .max(MEMORY_LIMITS.maxStatementChars)
    .describe(
      'One sentence that stands by itself and that a colleague would want next month. No question, no plan, no general knowledge.',
    ),
  reason: z.string().max(MEMORY_LIMITS.maxReasonChars).default('').describe('Why it is so.'),
  rejected: z
    .array(z.string().max(500))
    .max(MEMORY_LIMITS.maxRejected)
    .default([])
    .describe('Alternatives that were considered and not taken, with why.'),
  project: z.string().max(300).optional().describe('Id, name or remote URL of the project.'),
  paths: z
    .array(z.string().max(MEMORY_LIMITS.maxPathChars))
    .max(MEMORY_LIMITS.maxAnchors)
    .default([])
    .describe('Files it is about, relative to the project.'),
  message_ids: z
    .array(z.string().max(60))
    .max(MEMORY_LIMITS.maxEvidence)
    .default([])
    .describe('Messages it rests on (msg_…), if you know them.'),
  subject: slot('What it is about: "session cache".'),
  attribute: slot('What of it: "expiry".'),
  scope: slot('Where alone it holds: "staging".'),
  value: slot('What it is: "15 minutes".'),
  replaces: slot('The value it takes the place of.'),
  questions: z
    .array(z.string().min(1).max(MEMORY_LIMITS.maxQuestionChars))
    .max(MEMORY_LIMITS.maxQuestions)
    .default([])
    .describe(
      'Two short questions it answers, in words of a colleague who knows neither the answer nor its words: "How big a file may I send?"',
    ),
  supersedes: z.string().max(60).optional().describe('Id of the memory whose place it takes.'),
  rests_on: z
    .array(z.string().max(60))
    .max(MEMORY_LIMITS.maxBases)
    .default([])
    .describe(
      'Ids of memories because of which it holds: when one of them changes, that is shown with it.',
    ),
})

export const rememberTool = defineTool({
  name: 'lore_remember',
  title: 'Propose a memory',
  description: [
    'Proposes something lasting about this code base to the team: a decision, an invariant, a gotcha, a dead end, a convention. It becomes a',
    'draft that a person approves. Search first: where it is known already, use lore_update instead. Fill subject, attribute and',
    'value, so that a later change is recognised.',
  ].join(' '),
  effect: 'adds',
  needs: 'member',
  input,
  output: memoryOutput,
  run: async ({ useCases, scope }, args) => {
    const {
      paths,
      message_ids,
      subject,
      attribute,
      scope: where,
      value,
      replaces,
      project,
      supersedes,
      topic,
      ...said
    } = args
    const memory = await useCases.remember(scope, {
      ...said,
      ...(project === undefined ? {} : { project }),
      ...(supersedes === undefined ? {} : { supersedes }),
      ...(topic === undefined ? {} : { topic }),
      slots: { ...NO_SLOTS, subject, attribute, scope: where, value, replaces },
      anchors: paths.map((path) => ({
        path,
        symbol: null,
        start_line: null,
        end_line: null,
        content_hash: null,
      })),
      evidence: message_ids.map((ref) => ({ kind: 'message' as const, ref, quote: '' })),
      origin: 'agent',
      draft: true,
    })
    const state =
      memory.status === 'draft' ? 'waits for a person' : `is known since ${day(memory.valid_from)}`
    return {
      text: `${memory.id} ${state}:\n${frame('record', { id: memory.id }, [quoted(memory.statement)])}`,
      data: memoryOutputOf(memory),
    }
  },
})
