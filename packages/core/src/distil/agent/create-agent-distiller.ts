import type { HandedReading, StoredHandover } from '@teamlore/db'
import type { MessageId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { readingKey } from '../../statements/reading-key.ts'
import { observationsOf } from '../model/findings-to-observations.ts'
import { rangeViewsOf } from '../model/range-views.ts'
import type { Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import type { Distiller } from '../transcript/distiller.ts'
import { lastHandover, matchQuotes, withoutOwnAnswers } from './match-quotes.ts'
import type { NotSaid } from './not-said.ts'
import { readingKeyOf } from './reading-of.ts'
import { refusalsOf } from './refusals.ts'

/** What became of what was handed over, once the transcript was read. */
export type Matched = {
  /** Handovers of no known session whose words stand in this one. */
  ofThis: string[]
  /** How far the agent had come when it handed over for the last time; undefined where nothing of it is kept. */
  until: MessageId | undefined
  /** Some of it is borne out by quotes, and refused for what else the session says. */
  isRefused: boolean
  /** What a second reader is to look at, of what is kept. */
  readings: string[]
}

/** What second readers said of findings, by what they read. */
export type Readings = ReadonlyMap<string, Pick<HandedReading, 'state' | 'reason'>>

/**
 * Findings that the coding agent itself handed over, in its words, as far as the transcript bears them out. Files and commits
 * come from tool calls.
 */
export const createAgentDistiller = (
  handovers: readonly StoredHandover[],
  { notSaid, readings }: { notSaid: NotSaid; readings: Readings },
  onMatched: (matched: Matched) => void,
): Distiller => ({
  name: 'agent',
  async distil({ session, edits, prompts, messages }) {
    const read: MessageDigest[] = []
    for await (const message of messages) read.push(message)
    const all = withoutOwnAnswers(read)
    const ofThis = ofThisSession(handovers, all)
    const borneOut = ofThis.flatMap((one) => one.verified)
    const verified = (await keptOf(borneOut, all, notSaid)).filter(
      (one) => readings.get(readingKeyOf(one))?.state !== 'refused',
    )
    const quoted = new Set(verified.flatMap(({ evidence }) => evidence.map((one) => one.message)))
    const handedOverAt = all.indexOf(lastHandover(all) ?? (all[0] as MessageDigest))
    const quotedAt = all.findLastIndex((message) => quoted.has(message))
    const last = all[Math.max(handedOverAt, quotedAt)]
    const views = rangeViewsOf(all, { session, edits, prompts })
    const observations = observationsOf(verified, views)
    onMatched({
      ofThis: ofThis.flatMap(({ id, isWaiting }) => (isWaiting ? [id] : [])),
      until: verified.length === 0 ? undefined : last?.id,
      isRefused: verified.length < borneOut.length,
      readings: observations.flatMap((one) => keyOf(one) ?? []),
    })
    return { observations: observations.map((one) => trusted(one, readings)), summaries: [] }
  },
})

const keyOf = ({ title, claim }: DistilledObservation): string | undefined =>
  claim === null ? undefined : readingKey({ title, claim })

/**
 * A quote may be true while the statement about it is not, and letters cannot show that. So it is the agent's word, also where it
 * rests on a person's, until a second reader has found in the session what it says.
 */
const trusted = (one: DistilledObservation, readings: Readings): DistilledObservation => {
  const isRead = readings.get(keyOf(one) ?? '')?.state === 'confirmed'
  return one.origin === 'human' && !isRead ? { ...one, origin: 'agent' } : one
}

type BorneOut = Verified & { handed: HandedFinding }

/** The handovers of which words stand in this session, with what they bear out. */
const ofThisSession = (handovers: readonly StoredHandover[], all: readonly MessageDigest[]) =>
  handovers
    .map(({ id, sessionId, findings }) => ({
      id,
      isWaiting: sessionId === null,
      verified: findings.flatMap((finding): BorneOut[] => {
        const match = matchQuotes(finding, all)
        return match === undefined ? [] : [{ ...match, handed: finding }]
      }),
    }))
    .filter(({ verified }) => verified.length > 0)

/** What is handed over of a session, borne out by its words, with nothing in letters against it. */
export const keptOfHandovers = (
  handovers: readonly StoredHandover[],
  messages: readonly MessageDigest[],
  notSaid: NotSaid,
): Promise<Verified[]> =>
  keptOf(
    ofThisSession(handovers, messages).flatMap(({ verified }) => verified),
    messages,
    notSaid,
  )

const keptOf = async (
  borneOut: readonly BorneOut[],
  messages: readonly MessageDigest[],
  notSaid: NotSaid,
): Promise<Verified[]> => {
  const handed = borneOut.map((one) => ({ finding: one.handed, evidence: one.evidence }))
  const refusals = await refusalsOf(handed, messages, notSaid)
  return borneOut
    .filter((_, n) => refusals[n] === undefined)
    .map(({ finding, evidence }) => ({ finding, evidence }))
}
