import type { IngestResponse, MachineId, UserId } from '@teamlore/shared'

/** Whose session it is. `privateTo` counts for a new one, and for one that turns out to belong to a private project. */
export type SessionOwner = { machineId: MachineId; userId: UserId; privateTo: UserId | null }

export type WrittenSession = Omit<IngestResponse['sessions'][number], 'server_redactions'>
