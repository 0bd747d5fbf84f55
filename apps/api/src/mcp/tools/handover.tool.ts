import { HANDOVER_LIMITS } from '@teamlore/shared/handover'
import { MEMORY_KINDS } from '@teamlore/shared/memory-kinds'
import { z } from 'zod'
import { quoted } from '../quoting/quote.ts'
import { defineTool } from '../tool.ts'

const LIMITS = HANDOVER_LIMITS
const slot = (what: string) => z.string().max(LIMITS.maxSlotChars).default('').describe(what)

const finding = z.strictObject({
  kind: z
    .enum(MEMORY_KINDS)
    .describe(
      'decision; invariant: must stay so; gotcha: bites whoever does not know; graveyard: was tried and given up; convention.',
    ),
  topic: z
    .string()
    .max(LIMITS.maxTopicChars)
    .default('')
    .describe(
      'What it is about in at most eight words, as a colleague would ask for it: "Retry policy of the export job".',
    ),
  title: z
    .string()
    .min(10)
    .max(LIMITS.maxTitleChars)
    .describe('One whole statement with its subject named, at most 25 words.'),
  statement: z
    .string()
    .max(LIMITS.maxStatementChars)
    .default('')
    .describe('The same in full, understood without the session.'),
  reason: z
    .string()
    .max(LIMITS.maxReasonChars)
    .default('')
    .describe('Why it holds or was chosen; empty where nobody said.'),
  rejected: z
    .array(z.string().min(1).max(300))
    .max(LIMITS.maxRejected)
    .default([])
    .describe('Alternatives that were turned down, with why.'),
  subject: slot('What it is about: "session cache".'),
  attribute: slot('Which property of it: "expiry".'),
  scope: slot('Where alone it holds: "staging".'),
  value: slot('What holds: "15 minutes".'),
  replaces: slot('What held before; empty if nothing did.'),
  questions: z
    .array(z.string().min(1).max(LIMITS.maxQuestionChars))
    .max(LIMITS.maxQuestions)
    .default([])
    .describe(
      'Two short questions it answers, in words of a colleague who knows neither the answer nor its words: "How big a file may I send?"',
    ),
  quotes: z
    .array(z.string().min(12).max(LIMITS.maxQuoteChars))
    .min(1)
    .max(LIMITS.maxEvidence)
    .describe(
      'Words of this session that bear it out, copied letter by letter: of the person, of yourself, or of a tool’s output. No questions, plans or guesses.',
    ),
})

const input = z.strictObject({
  session: z
    .string()
    .min(1)
    .max(LIMITS.maxSessionChars)
    .optional()
    .describe('Id of this session, if you know it.'),
  findings: z.array(finding).min(1).max(LIMITS.maxFindings),
})

const output = z.object({
  id: z.string(),
  session_id: z.string().nullable(),
  findings: z.array(
    z.object({
      title: z.string(),
      state: z.string().describe('found, waiting for more of the transcript, or refused'),
      reason: z.string().nullable().describe('Why it was refused.'),
      reading: z
        .string()
        .nullable()
        .describe('What a second reader says: waiting, confirmed, refused or unclear.'),
      message_id: z.string().nullable(),
    }),
  ),
})

export const handoverTool = defineTool({
  name: 'lore_handover',
  title: 'Hand over what this session found',
  description: [
    'Hands over what a colleague on this code base would want to know next month of your present session: decisions with what was turned down, causes of bugs, limits, dead ends.',
    'Each needs words of the session, quoted letter by letter; what they do not bear out is not kept. Call it once, at the end of a piece of work or before the',
    'conversation is compacted. Few and right is better than many. Not for what was changed, plans, progress or general knowledge.',
  ].join(' '),
  effect: 'adds',
  needs: 'member',
  input,
  output,
  run: async ({ useCases, scope, signal }, { session, findings }) => {
    const answer = await useCases.handOver(
      scope,
      {
        ...(session === undefined ? {} : { session }),
        findings: findings.map(
          ({ quotes, subject, attribute, scope: where, value, replaces, ...said }) => ({
            ...said,
            slots: { subject, attribute, scope: where, value, replaces },
            evidence: quotes.map((quote) => ({ quote })),
          }),
        ),
      },
      signal,
    )
    const lines = answer.findings.map(({ title, state, reason, reading }) => {
      if (state === 'found')
        return reading === 'confirmed'
          ? `Kept, a reader confirmed it: ${quoted(title)}`
          : `Borne out: ${quoted(title)}`
      if (state === 'refused') return `Refused: ${quoted(title)} ${quoted(reason ?? '')}`
      return `Not in what has arrived of the session so far: ${quoted(title)}`
    })
    const some = (wanted: string) => answer.findings.some(({ state }) => state === wanted)
    const rest = [
      ...(some('waiting')
        ? [
            `What is not borne out yet is checked again as the transcript arrives. Its state: GET /v1/handovers/${answer.id}`,
          ]
        : []),
      ...(answer.findings.some(({ reading }) => reading === 'waiting')
        ? [
            `What is borne out is unreviewed until a reader, another session or a person confirms it. Its state: GET /v1/handovers/${answer.id}`,
          ]
        : []),
      some('refused')
        ? 'Hand over what was refused again only if words of the session bear it out.'
        : 'Nothing more is to be done.',
    ]
    return { text: [...lines, ...rest].join('\n'), data: answer }
  },
})
