import type { Observation } from '@teamlore/shared'
import { lines, list } from '../../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

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

const observationRecord = (observation: Observation): RecordText => ({
  id: observation.id,
  kind: 'observation',
  title: observation.title,
  text: textOfObservation({
    ...observation,
    filesModified: observation.files_modified,
    filesRead: observation.files_read,
  }),
  url: `/sessions/${observation.session_id}#${observation.message_id ?? observation.id}`,
  session_id: observation.session_id,
  occurred_at: observation.occurred_at,
  message_id: observation.message_id,
})

export const openObservation: OpenRecord = async ({ observationList }, id) => {
  const found = await observationList.find(id)
  return found && observationRecord(found)
}
