import type { LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { Wait } from '../wire/retry-policy.ts'

/** What an import of another memory needs, whichever it is. */
export type MemoryImportOptions<Progress> = {
  /** In a dry run never called. */
  client: LoreClient
  machine: RegisterMachineRequest
  serverId: string
  stateDir: string
  rulesFile: string
  surroundings: Surroundings
  dryRun: boolean
  /** Only sessions that were still going on then. */
  since?: string | undefined
  onProgress?: (progress: Progress) => void
  /** Called when the server is waited for, and when it answers again. */
  onWait?: ((wait: Wait) => void) | undefined
  signal?: AbortSignal
}
