import { createHash } from 'node:crypto'
import { type ObservationType, type Origin, storableText } from '@teamlore/shared'
import { topicOf } from '../../statements/topic/index.ts'
import { cutAtClause } from '../../text/sentences.ts'
import type { TermStatistics } from '../../text/terms.ts'
import type { Activity } from '../transcript/activity.ts'
import type { MessageDigest } from '../transcript/digest-message.ts'
import { DISTIL_LIMITS, type DistilledObservation } from '../transcript/distil.types.ts'
import type { PromptRange } from '../transcript/prompt-ranges.ts'
import { conceptsOf } from './concepts.ts'

/** What the distillers of one range share. */
export type RangeView = {
  range: PromptRange
  activity: Activity
  statistics: TermStatistics
  /** Whose words the prompt is: a person's, or in a subagent's session the calling agent's. */
  askedBy: Extract<Origin, 'human' | 'agent'>
}

const unique = (items: readonly string[]) => [...new Set(items)]

/** Files read in a stretch of messages. Files that were also written are left to `filesModified`. */
export const filesReadIn = (
  { reads }: Activity,
  from: number,
  to: number,
  modified: readonly string[] = [],
): string[] =>
  unique(reads.filter(({ at }) => at >= from && at <= to).map(({ path }) => path))
    .filter((path) => !modified.includes(path))
    .slice(0, DISTIL_LIMITS.files)

/** The same parts give the same key, in every run and on every machine. */
export const findingKey = (kind: string, ...parts: readonly string[]): string =>
  `${kind}_${createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 24)}`

/** Part of stored keys: another word would make new findings of all there are. */
const DECLARED = 'told'

/** The key of what a person declared in a message: "Invoices are numbered per branch." */
export const declarationKey = (message: string, text: string): string =>
  findingKey(DECLARED, message, text)

export const isDeclaration = ({ key }: { key: string }): boolean => key.startsWith(`${DECLARED}_`)

/** The message a finding rests on; before the first one stands the prompt. */
export const evidenceOf = (range: PromptRange, at: number): MessageDigest | undefined =>
  (at < 0 ? range.prompt : range.messages[at]) ?? range.messages.at(-1) ?? range.prompt ?? undefined

type Finding = Pick<DistilledObservation, 'purpose' | 'confidence'> & {
  key: string
  type: ObservationType
  /** As whoever wrote it named it; else it is taken from the title. */
  topic?: string
  title: string
  subtitle: string
  narrative: string
  facts: readonly string[]
  filesRead: readonly string[]
  filesModified: readonly string[]
  origin: Origin
  evidence: MessageDigest
}

/** Cutting may have halved a character, which the database would refuse. */
export const shortened = (text: string, max: number): string => storableText(cutAtClause(text, max))

/** Fills in what follows from the rest: concepts, the prompt, the time; and keeps every part within its limit. */
export const makeObservation = (view: RangeView, finding: Finding): DistilledObservation => {
  const { range, statistics } = view
  const { evidence, ...rest } = finding
  const title = shortened(finding.title, DISTIL_LIMITS.titleChars)
  const facts = unique(finding.facts)
    .slice(0, DISTIL_LIMITS.facts)
    .map((fact) => shortened(fact, DISTIL_LIMITS.factChars))
  const text = [title, title, finding.narrative, ...facts].join('\n')
  return {
    ...rest,
    claim: null,
    topic:
      finding.purpose === 'work'
        ? ''
        : storableText(finding.topic ?? topicOf({ statement: title })),
    title,
    subtitle: shortened(finding.subtitle, DISTIL_LIMITS.subtitleChars),
    narrative: shortened(finding.narrative, DISTIL_LIMITS.narrativeChars),
    facts,
    concepts: conceptsOf(text, statistics, DISTIL_LIMITS.concepts),
    filesRead: finding.filesRead.slice(0, DISTIL_LIMITS.files).map(storableText),
    filesModified: finding.filesModified.slice(0, DISTIL_LIMITS.files).map(storableText),
    promptId: range.prompt?.id ?? null,
    messageId: evidence.id,
    occurredAt: evidence.ts ?? range.prompt?.ts ?? null,
  }
}
