import { lines, list } from '../text/lines.ts'

type ObservationParts = {
  type: string
  title: string
  subtitle: string
  narrative: string
  facts: readonly string[]
  concepts: readonly string[]
  filesModified: readonly string[]
  filesRead: readonly string[]
}

/** An observation as its reader opens it. */
export const textOfObservation = (observation: ObservationParts): string =>
  lines([
    `${observation.type}: ${observation.title}`,
    observation.subtitle,
    observation.narrative,
    list('Facts', observation.facts),
    observation.concepts.length > 0 && `Concepts: ${observation.concepts.join(', ')}`,
    list('Files modified', observation.filesModified),
    list('Files read', observation.filesRead),
  ])
