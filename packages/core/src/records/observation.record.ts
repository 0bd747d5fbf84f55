import type { Observation } from '@teamlore/shared'
import { textOfObservation } from '../documents/text-of-observation.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

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
