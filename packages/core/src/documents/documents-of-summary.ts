import type { MessageId, Origin, SummaryId } from '@teamlore/shared'
import { firstLine } from '../text/clean-text.ts'
import { recordTokens } from '../text/count-tokens.ts'
import { buildDocuments, type DocumentOptions } from './build-documents.ts'
import type { SessionOfFinding } from './documents-of-observation.ts'
import type { NewDocument } from './new-document.ts'
import { textOfSummary } from './text-of-summary.ts'

/** What its documents take from a summary; a row of `summaries` will do. */
export type SummaryOfDocument = {
  id: SummaryId
  promptId: MessageId | null
  request: string
  investigated: string
  learned: string
  completed: string
  nextSteps: string
  notes: string
  /** `agent` by default. */
  origin?: Origin
  occurredAt: Date | null
}

export const documentsOfSummary = (
  session: SessionOfFinding,
  summary: SummaryOfDocument,
  options: DocumentOptions = {},
): NewDocument[] => {
  const parts = [
    ['Investigated', summary.investigated],
    ['Learned', summary.learned],
    ['Completed', summary.completed],
    ['Next steps', summary.nextSteps],
    ['Notes', summary.notes],
  ] as const
  const body = parts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n\n')
  return buildDocuments(
    session,
    {
      sessionId: session.id,
      messageId: summary.promptId,
      kind: 'summary',
      sourceId: summary.id,
      type: null,
      concepts: [],
      paths: [],
      tool: session.tool,
      gitBranch: session.gitBranch,
      authorId: session.userId,
      origin: summary.origin ?? 'agent',
      status: 'current',
      occurredAt: summary.occurredAt,
      embedPriority: 3,
    },
    {
      title: firstLine(summary.request),
      titleWeight: 'A',
      body: [summary.request, body].filter((part) => part.trim() !== '').join('\n\n'),
      bodyWeight: 'C',
      tokens: recordTokens(textOfSummary(summary)),
    },
    options,
  )
}
