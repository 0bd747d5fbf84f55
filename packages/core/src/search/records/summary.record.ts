import type { Summary } from '@teamlore/shared'
import { firstLine } from '../../text/clean-text.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

type SummaryParts = {
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
}

export const textOfSummary = (summary: SummaryParts): string => {
  const parts = [
    ['Request', summary.request],
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ] as const
  return parts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n\n')
}

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
