import {
  IMPORT_LIMITS,
  type ImportedObservation,
  type ImportedSummary,
} from '../contracts/import.contract.ts'
import { PLAIN_REDACTOR, type Redactor } from './custom/create-redactor.ts'
import { redactPath } from './redact-session.ts'

type Records = { observations: ImportedObservation[]; summaries: ImportedSummary[] }

/** Takes secrets out of what another memory wrote. Keys and times identify and are left as they are; paths lose what is a key beyond doubt. */
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
  return {
    observations: observations.map((observation) => ({
      ...observation,
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
