import type { IngestResponse, MachineId, UserId } from '@teamlore/shared'
import type { ArrivedSession } from './prepare-session.ts'

/** Whose session it is. `privateTo` counts for a new one, and for one that turns out to belong to a private project. */
export type SessionOwner = { machineId: MachineId; userId: UserId; privateTo: UserId | null }

/** Where else the very same session may stand, and what is wished of it. */
export type Whereabouts = {
  /** It may stand on any machine of its owner: a file that was handed in says not where it is from. */
  isUploaded: boolean
  /** Machine under which files that its owner handed in are kept; undefined when there are none. */
  uploads: MachineId | undefined
  /** Its owner wants it for themselves, whoever has seen it until now. */
  hides: boolean
}

/** A session to be written, with whose it is. */
export type Arrival = { arrived: ArrivedSession; owner: SessionOwner }

export type WrittenSession = Omit<IngestResponse['sessions'][number], 'server_redactions'>

/** What became of a session that was to be written. */
export type Outcome = { written: WrittenSession } | { failure: unknown }
