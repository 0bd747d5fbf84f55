import type { LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import type { Surroundings } from '@teamlore/sources/surroundings'
import type { MemoryFileChoice } from '../env.ts'
import type { Wait } from '../wire/retry-policy.ts'

export type ImportOptions = {
  /** In a dry run never called. */
  client: LoreClient
  /** How this machine names itself in `POST /v1/ingest`. */
  machine: RegisterMachineRequest
  /** Names whom was sent to, in the state kept under `stateDir`: another server starts from nothing. */
  serverId: string
  stateDir: string
  /** Its address, for whoever reads how capture is doing. */
  server: string
  /** Bytes that may wait on disk to be sent. */
  spoolLimitBytes: number
  /** Which memory files are mirrored; all by default. */
  memoryFiles?: MemoryFileChoice
  /** `redaction.json` of this machine; there need not be one. */
  rulesFile: string
  /** Names of coding tools, e.g. `claude-code`; without it, all that are known. */
  tools?: string[]
  /** Names of those that are switched off on this machine: nothing of them is read. */
  toolsOff?: readonly string[]
  /** Only sessions in which something was said after this ISO time; those before it are left for another import. */
  since?: string
  /** A folder or a file, or several, to read instead of where the tools keep their sessions. */
  path?: string | readonly string[]
  /** Where the tools of this machine keep their files. */
  surroundings: Surroundings
  /** Read and count everything, send nothing, remember nothing. */
  dryRun: boolean
  /** Called often; whoever shows it decides how often that is. */
  onProgress?: (progress: ImportProgress) => void
  /** Called when the server is waited for, and when it answers again. */
  onWait?: ((wait: Wait) => void) | undefined
  /** As in `createFollowTombstones`. */
  dropQuotes?: () => Promise<void>
  /** Aborting ends the import after what is under way, with a report that says `stopped`. */
  signal?: AbortSignal
}

export type ImportProgress = {
  phase: 'finding' | 'sending' | 'done'
  /** Files, and the sessions of stores that hold many. Grows while `phase` is `finding`. */
  placesTotal: number
  placesDone: number
  sessionsSent: number
  messagesSent: number
  currentFile: string | null
  /** The tool that is being read, with how many of its places are done. */
  tool: { name: string; total: number; done: number } | null
}

export type ToolFigures = {
  tool: string
  files: number
  sessions: number
  messages: number
  prompts: number
  edits: number
  outputTokens: number
  /** Lines left out because they are no readable record. */
  badLines: number
}

/** What an import did, or in a dry run would do. Counts of a dry run stand in the same fields. */
export type ImportReport = {
  /** Files that were looked at. */
  files: number
  skippedFiles: { path: string; reason: string }[]
  /** What the files hold, sent or not. */
  sessions: number
  messages: number
  prompts: number
  edits: number
  /** The same of each tool of which a file was looked at, by name. */
  tools: ToolFigures[]
  /** Lines that are no readable record; `firstLine` is 1-based. */
  badLines: { path: string; count: number; firstLine: number }[]
  /** Files that were shortened or begun again since the last import. What the server has of them stays. */
  replacedFiles?: string[]
  /** Records of a type this version does not know. */
  unknownRecords: number
  /** Secrets taken out on this machine. */
  redactions: number
  /** What the server acknowledged; in a dry run, what it would be sent. `bytes` are those on the wire. */
  sent: { sessions: number; messages: number; requests: number; bytes: number }
  /** Sessions the server already had in full. */
  unchanged: { sessions: number }
  /** Places that `since` left for another import. */
  older: number
  /** What could not be read or sent: a path or a session's native id, and a sentence why. */
  failed: { name: string; reason: string }[]
  /** What the server kept in part because it was too large, and why. */
  partiallyStored: { name: string; reason: string }[]
  /** What stays on this machine because of `.loreignore` or by its nature: whole sessions, and contents of files in others. */
  leftOut: { sessions: number; contents: number }
  /** Secrets the server still found and took out. */
  serverRedactions: number
  tookMs: number
  dryRun: boolean
  /** True when the signal ended it before everything was done. */
  stopped: boolean
}

export type RunImport = (options: ImportOptions) => Promise<ImportReport>
