import { createHash } from 'node:crypto'
import type { RegisterMachineRequest, UserId } from '@teamlore/shared'

/** What stands in the place of a system where files were handed in; no agent calls its system so. */
export const UPLOAD_PLATFORM = 'upload'

/** The same for a user always: files handed in twice are of one place. */
export const uploadFingerprint = (userId: UserId): string =>
  createHash('sha256').update(`uploads of ${userId}`).digest('hex').slice(0, 32)

/** What stands for the machine of sessions that a person handed in as files: each has one. */
export const uploadMachine = (userId: UserId, serverVersion: string): RegisterMachineRequest => ({
  fingerprint: uploadFingerprint(userId),
  name: 'Uploaded files',
  platform: UPLOAD_PLATFORM,
  agent_version: serverVersion,
})
