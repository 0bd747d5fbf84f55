import type { Origin } from '@teamlore/shared'
import { topicOf } from '../../statements/topic/index.ts'
import { cutAtClause } from '../../text/sentences.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { DISTIL_LIMITS, type DistilledObservation } from '../transcript/distil.types.ts'
import {
  filesReadIn,
  findingKey,
  makeObservation,
  type RangeView,
} from '../wording/observations.ts'
import { viewOf } from './range-views.ts'
import { claimOf, type Verified } from './verify-answer.ts'

const SAME = 0.75
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / Math.max(1, Math.min(a.size, b.size)) > SAME
}

const slotKey = ({ finding: { slots } }: Verified) =>
  slots.subject === ''
    ? undefined
    : `${slots.subject}|${slots.attribute}|${slots.scope}`.toLowerCase()

/**
 * What was said of several stretches, each once: of two that say the same the first stays, and of two values for the same
 * thing the later. Nothing is written anew out of findings; each stays in the words it came in.
 */
const consolidate = (found: readonly Verified[]): Verified[] => {
  const lastOf = new Map<string, Verified>()
  for (const one of found) {
    const key = slotKey(one)
    if (key !== undefined) lastOf.set(key, one)
  }
  const kept: { one: Verified; words: ReadonlySet<string> }[] = []
  for (const one of found) {
    const key = slotKey(one)
    const words = wordsOf(one.finding.title)
    const isOutdated = key !== undefined && lastOf.get(key) !== one
    if (!isOutdated && !kept.some((other) => isSame(other.words, words))) kept.push({ one, words })
  }
  return kept.map(({ one }) => one)
}

const TYPES = { decision: 'decision', convention: 'decision' } as const

/** Findings in the words of who wrote them, borne out by quotes; files by tool calls, never by the author's word. */
export const observationsOf = (
  verified: readonly Verified[],
  views: readonly RangeView[],
): DistilledObservation[] => consolidate(verified).flatMap((one) => observationOf(one, views) ?? [])

const observationOf = (
  one: Verified,
  views: readonly RangeView[],
): DistilledObservation | undefined => {
  const evidence = one.evidence[0]?.message
  const view = viewOf(views, evidence)
  if (evidence === undefined || view === undefined) return undefined
  const { finding } = one
  const at = view.range.messages.indexOf(evidence)
  const edited = view.activity.steps.flatMap((step) => (step.kind === 'edit' ? [step.path] : []))
  const made = makeObservation(view, {
    key: findingKey('claim', evidence.key, finding.title),
    purpose: 'finding',
    confidence: null,
    type: finding.kind in TYPES ? 'decision' : 'discovery',
    topic: topicFor(finding),
    title: finding.title,
    subtitle: cutAtClause(finding.reason, DISTIL_LIMITS.subtitleChars),
    narrative: [finding.statement, finding.reason].filter((text) => text !== '').join(' '),
    facts: finding.rejected.map((each) => `Turned down: ${each}`),
    filesRead: filesReadIn(view.activity, 0, Math.max(0, at), edited).slice(-8),
    filesModified: [...new Set(edited)],
    origin: originOf(one.evidence, view),
    evidence,
  })
  return { ...made, claim: claimOf(one) }
}

/** Longer than this, or with an end left open, it is no name of a topic. */
const TOPIC_CHARS = 120

const topicFor = ({ topic = '', statement, title, slots }: Verified['finding']): string => {
  const named = topic
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;:,]+$/, '')
  const isNamed = named !== '' && named.length <= TOPIC_CHARS && !/…|\.{3}/.test(named)
  return isNamed ? named : topicOf({ statement: statement || title, slots })
}

/** The least trusted of what it rests on: a person's words beside a tool's output do not vouch for that output. */
const originOf = (evidence: Verified['evidence'], { askedBy }: RangeView): Origin => {
  const kinds = new Set(evidence.map(({ message }) => message.kind))
  const isSaid = (kind: MessageDigest['kind']) => kind === 'human' || kind === 'command'
  if ([...kinds].some((kind) => !isSaid(kind) && kind !== 'assistant')) return 'tool'
  return kinds.has('assistant') ? 'agent' : askedBy
}
