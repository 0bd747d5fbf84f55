import { handedOverSentence, type LeaseStatus } from '@teamlore/shared/distil-leases'
import type { DistilReport } from '../distil/distil.types.ts'
import type { DistilSettings } from '../distil/distil-settings.ts'
import { count, dateTime, plural } from '../output/format.ts'
import type { Line } from '../output/line.ts'
import { bold, dim } from '../output/line.ts'
import type { FoundAgent } from '../own-agent/find-own-agents.ts'
import type { OwnAgentError } from '../own-agent/own-agent-error.ts'

/** What is read twice: a segment is asked about, and looked at again where something was found in it. */
const READ_TIMES = 2
const ANSWERED_PART = 0.15

type Due = LeaseStatus['due'] & { limit: number }

/** Of one memory: its questions, and some two pairs, each in both orders at most. Every one is a call, with what a coding agent adds to it. */
const MEMORY_TOKENS = { input: 12_000, output: 600 } as const

export type Estimate = {
  sessions: number
  memories: number
  inputTokens: number
  outputTokens: number
  usd: number | null
}

/** What distilling so many sessions takes, as far as it can be known before. */
export const estimateOf = (
  { sessions, memories, tokens, limit }: Due,
  { adapter }: Pick<FoundAgent, 'adapter'>,
  isOwnModel: boolean,
): Estimate => {
  const part = sessions === 0 ? 0 : Math.min(1, limit / sessions)
  const besides = Math.min(memories, Math.max(0, limit - sessions))
  const inputTokens = Math.ceil(tokens * part * READ_TIMES * 1.1) + besides * MEMORY_TOKENS.input
  const outputTokens = Math.ceil(tokens * part * ANSWERED_PART) + besides * MEMORY_TOKENS.output
  const { price } = adapter
  return {
    sessions: Math.min(sessions, limit),
    memories: besides,
    inputTokens,
    outputTokens,
    usd:
      price === null || isOwnModel
        ? null
        : (inputTokens * price.input + outputTokens * price.output) / 1e6,
  }
}

export const isNothing = ({ sessions, memories }: Estimate): boolean => sessions + memories === 0

/** As "3 sessions and 12 memories"; of memories only where there are some. */
export const countsOf = ({
  sessions,
  memories,
}: Pick<Estimate, 'sessions' | 'memories'>): string => {
  if (memories === 0) return plural(sessions, 'session')
  const held = plural(memories, 'memory', 'memories')
  return sessions === 0 ? held : `${plural(sessions, 'session')} and ${held}`
}

const SENT_OF_SESSIONS =
  'what you and the assistant wrote, names of tools, and the first words of their outputs'

/** What is sent to whom, and about what it costs, before anything is sent. */
export const whatIsSent = (
  { adapter, version }: FoundAgent,
  { sessions, memories, inputTokens, outputTokens, usd }: Estimate,
): Line[] => [
  [
    bold(countsOf({ sessions, memories })),
    memories === 0
      ? ` of yours would be distilled by ${adapter.label} ${version}: ${SENT_OF_SESSIONS}, without the secrets that were taken out.`
      : ` would be read by ${adapter.label} ${version}: of your sessions ${SENT_OF_SESSIONS}, without the secrets that were taken out; of memories that you may read what they state, and why.`,
  ],
  [
    `They go to ${adapter.provider}, by what you are signed in to there. About ${plural(inputTokens, 'token')} are read and ${count(outputTokens)} written${
      usd === null ? '' : `, $${usd.toFixed(2)} by the list of prices`
    }; they count for the limits of your plan.`,
  ],
]

export const reportLines = (report: DistilReport, label: string): Line[] => {
  const { sessions, memories, findings, calls, inputTokens, outputTokens, usd } = report
  return [
    [
      bold(plural(sessions.done, 'session')),
      ` distilled, ${plural(findings, 'finding')}.`,
      sessions.failed === 0 ? '' : ` ${plural(sessions.failed, 'session')} given up for a day.`,
    ],
    ...(memories.done === 0
      ? []
      : [[bold(plural(memories.done, 'memory', 'memories')), ' asked about.']]),
    [
      dim(
        `${plural(calls, 'call')} of ${label}, ${plural(inputTokens, 'token')} read and ${count(outputTokens)} written${
          usd === null ? '' : `, $${usd.toFixed(4)} as it reports`
        }.`,
      ),
    ],
    ...stoppedLines(report, label),
  ]
}

const WHY = {
  'not-installed': 'could not be started',
  'not-signed-in': 'is not signed in; start it once, sign in, and run this again',
  'no-such-model': 'does not know the model; name another by --model',
  'rate-limited': 'has come to its limit',
  timeout: 'did not answer in time, several times in a row',
  'bad-answer': 'answered with what is no answer, several times in a row',
  aborted: 'was stopped',
  unavailable: 'failed',
} as const

const stoppedLines = ({ stopped }: DistilReport, label: string): Line[] => {
  if (stopped === null) return []
  if (stopped.why === 'stopped') return [['Stopped; the next run goes on from here.']]
  if (stopped.why === 'limit reached') return [['The cap of the day is reached.']]
  const { failure, message, until }: OwnAgentError = stopped.error
  if (failure !== 'rate-limited') return [[`${label} ${WHY[failure]}. It said: ${message}`]]
  return [
    [
      until === undefined
        ? `${label} has come to its limit, and does not say until when. Run this again in an hour; \`lore distil --auto on\` goes on by itself.`
        : `${label} has come to its limit until ${dateTime(until.toISOString())}. Run this again then; \`lore distil --auto on\` goes on by itself.`,
    ],
  ]
}

export const autoLines = (
  { auto, rests_until }: DistilSettings,
  status: LeaseStatus,
  now: Date,
): Line[] => {
  const state: Line =
    auto === null
      ? ['Off: sessions are distilled when you run `lore distil`.']
      : [
          `On: \`lore watch\` has ${auto.with === 'auto' ? 'your coding agent' : auto.with} distil what is quiet, up to ${plural(auto.daily_tokens, 'token')} a day.`,
        ]
  const readers = handedOverSentence(status.handed_over)
  const rests =
    auto !== null && rests_until !== null && new Date(rests_until) > now
      ? [[`It rests until ${dateTime(rests_until)}: the coding agent has come to its limit.`]]
      : []
  return [
    state,
    ...rests,
    [
      `${countsOf(status.due)} wait; ${plural(status.today.tokens, 'token')} were used today (UTC).`,
    ],
    ...(readers === '' ? [] : [[readers]]),
    ...(status.allowed ? [] : [['Your team does not allow it at present.']]),
  ]
}
