import type { TeamRepositories } from '@teamlore/db'
import { kindOfId, type OpenableId } from '@teamlore/shared'
import { resolveId } from '../platform/resolve-id.ts'
import { openCommit } from './commit.record.ts'
import { openEntity } from './entity.record.ts'
import { openMemory } from './memory.record.ts'
import { openMemoryFile } from './memory-file.record.ts'
import { openMessage } from './message.record.ts'
import { openObservation } from './observation.record.ts'
import type { OpenRecord, RecordText } from './record.types.ts'
import { recordAbsent } from './records.errors.ts'
import { openSession } from './session.record.ts'
import { openSessionNote } from './session-note.record.ts'
import { openSummary } from './summary.record.ts'

/** How everything is opened that a search, a list or a timeline names. */
const OPENERS: Record<OpenableId | 'session', OpenRecord> = {
  message: openMessage,
  observation: openObservation,
  summary: openSummary,
  sessionNote: openSessionNote,
  memory: openMemory,
  memoryFile: openMemoryFile,
  commit: openCommit,
  entity: openEntity,
  session: openSession,
}

export const isReadable = (kind: string | undefined): kind is keyof typeof OPENERS =>
  kind !== undefined && kind in OPENERS

/** The record, or undefined where there is none that this person may see. */
export const readRecord = async (
  repositories: TeamRepositories,
  typed: string,
): Promise<RecordText | undefined> => {
  const kind = kindOfId(typed)
  if (!isReadable(kind)) return undefined
  const absent = recordAbsent()
  try {
    return await OPENERS[kind](
      repositories,
      await resolveId(repositories.ids, kind, typed, () => absent),
    )
  } catch (error) {
    // One id that leads nowhere is named in the answer; it must not cost the caller the others.
    if (error === absent) return undefined
    throw error
  }
}
