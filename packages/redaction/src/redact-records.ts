import {
  IMPORT_LIMITS,
  type ImportedLink,
  type ImportedObservation,
  type ImportedSummary,
  isLinkTarget,
} from '@teamlore/shared'
import { PLAIN_REDACTOR, type Redactor } from './custom/create-redactor.ts'
import { redactId, redactPath } from './redact-session.ts'

type Records = { observations: ImportedObservation[]; summaries: ImportedSummary[] }

/** Takes secrets out of what another memory wrote. Keys and paths lose what is a key beyond doubt, as those of messages do. */
export const redactRecords = (
  { observations, summaries }: Records,
  redactor: Redactor = PLAIN_REDACTOR,
): Records & { count: number } => {
  let count = 0
  const clean = (text: string): string => {
    const redaction = redactor.redact(text)
    count += redaction.count
    return redaction.text
  }
  const place = (path: string): string =>
    redactPath(path, redactor).slice(0, IMPORT_LIMITS.maxPathChars)
  const id = <T extends string | null>(key: T): T =>
    (key === null ? null : redactId(key, redactor)) as T
  return {
    observations: observations.map((observation) => ({
      ...observation,
      key: id(observation.key),
      prompt_key: id(observation.prompt_key),
      message_key: id(observation.message_key),
      // A mark may be longer than what it stands for.
      title: clean(observation.title).slice(0, 500),
      subtitle: clean(observation.subtitle).slice(0, 2_000),
      narrative: clean(observation.narrative),
      facts: observation.facts.map(clean),
      concepts: observation.concepts.map((concept) => clean(concept).slice(0, 200)),
      files_read: observation.files_read.map(place),
      files_modified: observation.files_modified.map(place),
    })),
    summaries: summaries.map((summary) => ({
      ...summary,
      prompt_key: id(summary.prompt_key),
      request: clean(summary.request),
      investigated: clean(summary.investigated),
      learned: clean(summary.learned),
      completed: clean(summary.completed),
      next_steps: clean(summary.next_steps),
      notes: clean(summary.notes),
    })),
    count,
  }
}

/**
 * Links that are links, and hold no secret. Other programs keep any text as the name of a branch; what it says is in the record
 * of the link.
 */
export const linksWithoutSecrets = (
  links: readonly ImportedLink[],
  redactor: Redactor = PLAIN_REDACTOR,
): ImportedLink[] =>
  links.filter(
    (link) =>
      isLinkTarget(link) &&
      redactor.redact(link.target).count === 0 &&
      redactPath(link.target, redactor) === link.target,
  )
