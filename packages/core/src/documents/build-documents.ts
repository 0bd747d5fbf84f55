import { hash } from 'node:crypto'
import type { OfItsSource } from '@teamlore/db'
import { type DocumentId, newId, type TeamRole } from '@teamlore/shared'
import { analyse, type FieldWeight } from '../text/analyse.ts'
import { cleanText } from '../text/clean-text.ts'
import { type ScopeName, scopeLexeme } from '../text/scope-lexeme.ts'
import { chunkText, EMBEDDED_SIZE, WORDS_SIZE } from './chunk-text.ts'
import { embeddingText } from './embedding-text.ts'
import type { NewDocument } from './new-document.ts'

/** What a document is about, as it is stored: who may read that reads the document, and nobody else. */
export type DocumentSource = Pick<NewDocument, 'teamId' | 'projectId' | 'privateTo'>

/** What else all documents of one source share. */
export type DocumentFacts = Omit<
  NewDocument,
  | keyof DocumentSource
  | keyof OfItsSource
  | 'id'
  | 'chunk'
  | 'title'
  | 'body'
  | 'tokens'
  | 'length'
  | 'tsv'
  | 'contentHash'
  | 'roles'
>

export type DocumentText = {
  title: string
  /** Own titles count most (A); a title borrowed from the session only gives context (D). */
  titleWeight: FieldWeight
  body: string
  bodyWeight: FieldWeight
  /** Number of the first chunk, where a source has texts of several sorts. */
  firstChunk?: number
  /** What opening the source costs, as a whole. */
  tokens: number
}

export type DocumentOptions = {
  newDocumentId?: () => DocumentId
  /** Roles it is for, the least first; all of them by default. */
  roles?: TeamRole[] | null
  /** Lexemes of more than its columns that it can be narrowed down by. */
  scopes?: readonly string[]
}

/** The one place where documents are made. */
export const buildDocuments = (
  { teamId, projectId, privateTo }: DocumentSource,
  facts: DocumentFacts,
  text: DocumentText,
  { newDocumentId = newId.document, roles = null, scopes: more = [] }: DocumentOptions = {},
): NewDocument[] => {
  const title = cleanText(text.title)
  const body = cleanText(text.body)
  const source = { teamId, projectId, privateTo }
  const scopes = [...scopesOf({ ...facts, ...source }), ...more]
  const size = facts.embedPriority === null ? WORDS_SIZE : EMBEDDED_SIZE
  const built = chunkText(body, size).map((chunk, index) => ({
    ...facts,
    ...source,
    id: newDocumentId(),
    chunk: (text.firstChunk ?? 0) + index,
    title,
    body: chunk,
    tokens: text.tokens,
    roles,
    contentHash: hashOf(embeddingText({ title, body: chunk })),
    ...analyse(
      [
        { text: title, weight: text.titleWeight },
        { text: [...facts.concepts, ...facts.paths].join('\n'), weight: 'B' },
        { text: chunk, weight: text.bodyWeight },
      ],
      scopes,
    ),
  }))
  return built as unknown as NewDocument[]
}

export const hashOf = (text: string): string => hash('sha256', text)

const scopesOf = (facts: DocumentFacts & DocumentSource): string[] => {
  const single: [ScopeName, string | null][] = [
    ['team', facts.teamId],
    ['project', facts.projectId],
    ['session', facts.sessionId],
    ['kind', facts.kind],
    ['type', facts.type],
    ['tool', facts.tool],
    ['author', facts.authorId],
    ['branch', facts.gitBranch],
  ]
  const lexemes = single.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [scopeLexeme(name, value)],
  )
  return [...lexemes, ...facts.concepts.map((concept) => scopeLexeme('concept', concept))]
}
