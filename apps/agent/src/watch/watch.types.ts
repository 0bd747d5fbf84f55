import type { LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { GitChoice, MemoryFileChoice } from '../env.ts'
import type { CodeClient } from '../git/share-code.ts'
import type { PayloadClient } from '../payloads/payload.ts'
import type { Refusal } from '../spool/batch-file.ts'

export type WatchOptions = {
  client: Pick<LoreClient, 'ingest' | 'redactionRules' | 'capture' | 'tombstones'> &
    PayloadClient &
    CodeClient
  machine: RegisterMachineRequest
  /** As in `ImportOptions`. */
  serverId: string
  server: string
  stateDir: string
  rulesFile: string
  spoolLimitBytes: number
  /** Which memory files are mirrored; all by default. */
  memoryFiles?: MemoryFileChoice
  /** What is reported of repositories; all by default. */
  gitChoice?: GitChoice
  /** Where hooks of git say what was committed. */
  gitHooksFile?: string
  /** How often repositories are looked at; a few seconds by default. */
  gitLookMs?: number
  /** Reports to the server which files of a repository import which, in a process of its own. */
  buildGraph?: (root: string) => Promise<void>
  surroundings: Surroundings
  /** Names of coding tools that are switched off on this machine. */
  toolsOff?: readonly string[]
  /** Aborting ends the watch after what is under way. */
  signal: AbortSignal
  /** Whether server and key are still those this watch was started with; asked now and then. */
  isStillCurrent: () => Promise<boolean>
  onEvent: (event: WatchEvent) => void
  /** As in `createFollowTombstones`. */
  dropQuotes?: () => Promise<void>
  /** Called once this is the watch that works, with what makes it look at everything now. */
  onWatching?: (lookNow: () => void) => void
}

export type WatchEvent =
  /** Everything that was there at the start is captured; from now on it is about changes. */
  | { kind: 'ready'; tools: readonly string[]; files: number }
  | { kind: 'tool appeared'; label: string }
  | { kind: 'sent'; messages: number }
  | { kind: 'refused'; refusal: Refusal; tool: string }
  | { kind: 'unreadable'; path: string; reason: string }
  | { kind: 'trouble'; error: unknown; waitMs: number }
  /** Commits that the server refused with their text, and took without. */
  | { kind: 'code without text'; folder: string; commits: number }
  | { kind: 'recovered' }
  | { kind: 'paused'; reason: string }
  | { kind: 'resumed' }
  /** Sessions of this machine were forgotten, and let go of; or brought back. */
  | { kind: 'forgotten'; sessions: number; again: number }
  /** Changes are only found by looking at everything once a minute. */
  | { kind: 'not watching'; error: Error }

/** Why a watch ended: it was stopped, or its login changed and it has to be started again. */
export type WatchOutcome = 'stopped' | 'login changed'

export type WatchSessions = (options: WatchOptions) => Promise<WatchOutcome>
