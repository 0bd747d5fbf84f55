import type { StoredHandover } from '@teamlore/db'
import type { MessageId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { observationsOf } from '../model/findings-to-observations.ts'
import { rangeViewsOf } from '../model/range-views.ts'
import type { Verified } from '../model/verify-answer.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import type { DistilledObservation } from '../transcript/distil.types.ts'
import type { Distiller } from '../transcript/distiller.ts'
import { lastHandover, matchQuotes, withoutOwnAnswers } from './match-quotes.ts'
import type { NotSaid } from './not-said.ts'
import { refusalsOf } from './refusals.ts'

/** What became of what was handed over, once the transcript was read. */
export type Matched = {
  /** Handovers of no known session whose words stand in this one. */
  ofThis: string[]
  /** How far the agent had come when it handed over for the last time; undefined where nothing of it is kept. */
  until: MessageId | undefined
  /** Some of it is borne out by quotes, and refused for what else the session says. */
  isRefused: boolean
}

/**
 * Findings that the coding agent itself handed over, in its words, as far as the transcript bears them out. Files and commits
 * come from tool calls.
 */
export const createAgentDistiller = (
  handovers: readonly StoredHandover[],
  notSaid: NotSaid,
  onMatched: (matched: Matched) => void,
): Distiller => ({
  name: 'agent',
  async distil({ session, edits, messages }) {
    const read: MessageDigest[] = []
    for await (const message of messages) read.push(message)
    const all = withoutOwnAnswers(read)
    const matched = handovers.map(({ id, sessionId, findings }) => ({
      id,
      isWaiting: sessionId === null,
      verified: findings.flatMap((finding) => {
        const match = matchQuotes(finding, all)
        return match === undefined ? [] : [{ ...match, handed: finding }]
      }),
    }))
    const ofThis = matched.filter(({ verified }) => verified.length > 0)
    const borneOut = ofThis.flatMap((one) => one.verified)
    const verified = await keptOf(borneOut, all, notSaid)
    const quoted = new Set(verified.flatMap(({ evidence }) => evidence.map((one) => one.message)))
    const handedOverAt = all.indexOf(lastHandover(all) ?? (all[0] as MessageDigest))
    const quotedAt = all.findLastIndex((message) => quoted.has(message))
    const last = all[Math.max(handedOverAt, quotedAt)]
    onMatched({
      ofThis: ofThis.flatMap(({ id, isWaiting }) => (isWaiting ? [id] : [])),
      until: verified.length === 0 ? undefined : last?.id,
      isRefused: verified.length < borneOut.length,
    })
    const views = rangeViewsOf(all, { session, edits })
    return { observations: observationsOf(verified, views).map(asAgentsWord), summaries: [] }
  },
})

/**
 * A quote may be true while what is said of it is not, and letters cannot show that. So it is the agent's word, also where it rests on
 * a person's, until somebody else has read both: trust in what people say lets nothing in that an agent handed over.
 */
const asAgentsWord = (one: DistilledObservation): DistilledObservation =>
  one.origin === 'human' ? { ...one, origin: 'agent' } : one

type BorneOut = Verified & { handed: HandedFinding }

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
