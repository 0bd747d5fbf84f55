import type { StoredSession, UnitOfWork } from '@teamlore/db'
import {
  type ImportTranscriptResponse,
  type IngestResponse,
  newId,
  type SessionId,
  sessionIdSchema,
  type TranscriptRecord,
} from '@teamlore/shared'
import { sessionsToReport } from '../identity/teams/may-report-outcome.ts'
import { requirePerson } from '../identity/teams/require-person.ts'
import { forCapture, type TeamScope } from '../identity/teams/team-scope.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { uploadMachine } from '../machines/upload-machine.ts'
import {
  personNeeded,
  transcriptNeedsFolder,
  transcriptNotUnderstood,
} from './transcripts.errors.ts'

export type TranscriptFile = {
  content: AsyncIterable<Uint8Array>
  /** As the person's machine calls it. */
  name: string
  /** When it was last written, where that is known. */
  modifiedAt: Date | undefined
}

/** What a file holds, once all of it was read: what breaks while it is read is known before anything is stored. */
export type ReadTranscript = {
  records: AsyncIterable<TranscriptRecord>
  /** Removes what was kept of it; to be called whatever happens. */
  close: () => Promise<void>
}

/** Reads a file that may have been made to do harm. Rejects with a `transcript.…` error when it cannot be read. */
export type TranscriptReader = (
  file: TranscriptFile,
  signal?: AbortSignal,
) => Promise<ReadTranscript>

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ingest: Ingest
  read: TranscriptReader
  serverVersion: string
}

type Input = TranscriptFile & { isPrivate: boolean; signal?: AbortSignal | undefined }
type Result = ImportTranscriptResponse['sessions'][number]

/**
 * Takes in the sessions of a file that a person hands in, as their machine would send them. What a machine of theirs has
 * sent already is the same session; the same file twice changes nothing.
 */
export const makeImportTranscript = ({ unitOfWork, ingest, read, serverVersion }: Deps) => {
  const detailsOf = async (scope: TeamScope<'member'>, id: SessionId) => {
    const open = await sessionsToReport({ unitOfWork }, scope, [id])
    if (!open.has(id)) return undefined
    return unitOfWork.inTeam(scope, ({ sessions }) => sessions.findById(id))
  }

  return async (
    scope: TeamScope<'member'>,
    { isPrivate, signal, ...file }: Input,
  ): Promise<ImportTranscriptResponse> => {
    if (scope.actor.kind === 'machine') throw personNeeded()
    const machine = uploadMachine(requirePerson(scope), serverVersion)
    const results = new Map<string, Result>()
    const skipped: Skipped[] = []
    const take = async (record: TranscriptRecord): Promise<void> => {
      if (record.type === 'skipped') skipped.push(record)
      if (record.type !== 'session') return
      const request = { machine, sessions: [record.session] }
      const [written] = (await ingest(forCapture(scope), request, { isPrivate })).sessions
      if (written === undefined) throw new Error('Ingest did not answer for the session.')
      const before = results.get(written.session_id)
      results.set(written.session_id, sum(before, written, record))
    }
    const transcript = await read(file, signal)
    try {
      for await (const record of transcript.records) {
        signal?.throwIfAborted()
        await take(record)
      }
    } finally {
      await transcript.close()
    }
    if (results.size === 0) throw whyNothing(skipped)
    const sessions: Result[] = []
    for (const result of results.values()) {
      const stored = await detailsOf(scope, sessionIdSchema.parse(result.session_id))
      sessions.push(stored === undefined ? takenOf(result, isPrivate) : withDetails(result, stored))
    }
    return { sessions, skipped: skipped.map(({ reason }) => reason) }
  }
}

export type ImportTranscript = ReturnType<typeof makeImportTranscript>

type Skipped = Extract<TranscriptRecord, { type: 'skipped' }>
type Piece = Extract<TranscriptRecord, { type: 'session' }>
type Written = IngestResponse['sessions'][number]

/** A session of some length comes in pieces. */
const sum = (
  before: Result | undefined,
  written: Written,
  { session, redactions }: Piece,
): Result => {
  const counts = { ...before?.redactions }
  for (const [kind, n] of Object.entries(redactions)) counts[kind] = (counts[kind] ?? 0) + n
  return {
    session_id: written.session_id,
    native_id: written.native_id,
    tool: session.tool,
    kind: session.kind,
    title: null,
    visibility: 'team',
    created: before?.created ?? written.created,
    inserted_messages: (before?.inserted_messages ?? 0) + written.inserted_messages,
    updated_messages: (before?.updated_messages ?? 0) + written.updated_messages,
    unchanged_messages: (before?.unchanged_messages ?? 0) + written.unchanged_messages,
    total_messages: written.total_messages,
    bad_lines: session.source.bad_lines,
    redactions: counts,
    server_redactions: (before?.server_redactions ?? 0) + written.server_redactions,
  }
}

const withDetails = (result: Result, { title, privateTo }: StoredSession): Result => ({
  ...result,
  title,
  visibility: privateTo === null ? 'team' : 'private',
})

/** What is said to who may not know of a session: that all of the file was taken, and who reads it only if they said so. */
const takenOf = (result: Result, isPrivate: boolean): Result => {
  const messages = result.inserted_messages + result.updated_messages + result.unchanged_messages
  return {
    ...result,
    session_id: newId.session(),
    created: true,
    visibility: isPrivate ? 'private' : null,
    inserted_messages: messages,
    updated_messages: 0,
    unchanged_messages: 0,
    total_messages: messages,
  }
}

const whyNothing = (skipped: readonly Skipped[]) => {
  const elsewhere = skipped.find(({ why }) => why === 'elsewhere')
  if (elsewhere !== undefined)
    return transcriptNeedsFolder({
      message: `A session of ${elsewhere.tool} is made of several files, or known by the folder it lies in, so this file alone will not do. Use \`lore import --path FOLDER\` on your machine.`,
    })
  const unreadable = skipped.find(({ why }) => why === 'unreadable')
  if (unreadable === undefined) return transcriptNotUnderstood()
  return transcriptNotUnderstood({
    message: `This file ${unreadable.reason}. Choose a session file as the coding tool wrote it; where a tool keeps a session in several files, use \`lore import --path FOLDER\` on your machine.`,
  })
}
