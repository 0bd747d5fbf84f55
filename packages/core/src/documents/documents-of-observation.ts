import type {
  Claim,
  MessageId,
  ObservationId,
  ObservationType,
  Origin,
  SessionId,
  UserId,
} from '@teamlore/shared'
import { recordTokens } from '../text/count-tokens.ts'
import { buildDocuments, type DocumentOptions, type DocumentSource } from './build-documents.ts'
import type { NewDocument } from './new-document.ts'
import { textOfObservation } from './text-of-observation.ts'

/** What its documents take from an observation; a row of `observations` will do. */
export type ObservationOfDocument = {
  id: ObservationId
  messageId: MessageId | null
  type: ObservationType
  topic: string
  claim: Claim | null
  title: string
  subtitle: string
  narrative: string
  facts: readonly string[]
  concepts: readonly string[]
  filesRead: readonly string[]
  filesModified: readonly string[]
  origin: Origin
  occurredAt: Date | null
}

/** What findings have of their session: who may read it, and what neither observations nor summaries repeat. */
export type SessionOfFinding = DocumentSource & {
  id: SessionId
  userId: UserId
  tool: string
  gitBranch: string | null
}

export const documentsOfObservation = (
  session: SessionOfFinding,
  observation: ObservationOfDocument,
  options: DocumentOptions = {},
): NewDocument[] => {
  const { topic, title, subtitle, narrative, facts } = observation
  const own = title.toLowerCase().startsWith(topic.toLowerCase()) ? '' : topic
  const parts = [own, subtitle, narrative, ...facts.map((fact) => `- ${fact}`)]
  const body = parts.filter((part) => part.trim() !== '').join('\n')
  return buildDocuments(
    session,
    {
      sessionId: session.id,
      messageId: observation.messageId,
      kind: 'observation',
      sourceId: observation.id,
      type: observation.type,
      concepts: [...observation.concepts],
      paths: [...new Set([...observation.filesModified, ...observation.filesRead])],
      tool: session.tool,
      gitBranch: session.gitBranch,
      authorId: session.userId,
      origin: observation.origin,
      status: 'current',
      occurredAt: observation.occurredAt,
      embedPriority: 2,
    },
    {
      title,
      titleWeight: 'A',
      body: body === '' ? title : body,
      bodyWeight: 'C',
      tokens: recordTokens(textOfObservation(observation)),
    },
    options,
  )
}
