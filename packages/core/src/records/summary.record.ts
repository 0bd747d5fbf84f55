import type { Summary } from '@teamlore/shared'
import { textOfSummary } from '../documents/text-of-summary.ts'
import { firstLine } from '../text/clean-text.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

const summaryRecord = (summary: Summary): RecordText => ({
  id: summary.id,
  kind: 'summary',
  title: firstLine(summary.request) || `Summary ${summary.prompt_number}`,
  text: textOfSummary({ ...summary, nextSteps: summary.next_steps }),
  url: `/sessions/${summary.session_id}#${summary.prompt_id ?? summary.id}`,
  session_id: summary.session_id,
  occurred_at: summary.occurred_at,
  message_id: summary.prompt_id,
})

export const openSummary: OpenRecord = async ({ summaryList }, id) => {
  const found = await summaryList.find(id)
  return found && summaryRecord(found)
}
