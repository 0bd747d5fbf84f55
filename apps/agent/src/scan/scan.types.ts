import type { Surroundings } from '../sources/surroundings.ts'

export type ScanOptions = {
  tools?: string[]
  path?: string
  surroundings: Surroundings
  /** `redaction.json` of this machine; there need not be one. */
  rulesFile: string
  /** What the team's server said last of its rules; there need not be any. */
  cachePath: string
  signal?: AbortSignal
}

/** What would be taken out or left out. Nothing in it is a secret that the rules know. */
export type ScanReport = {
  files: number
  sessions: number
  messages: number
  /** How many secrets of each kind, the most frequent first. */
  kinds: { kind: string; count: number; excerpts: ScanExcerpt[] }[]
  /** Whole sessions that stay here, and contents of files in others. */
  leftOut: { sessions: number; contents: number }
  failed: { name: string; reason: string }[]
}

/** Where a secret stood, with a mark in its place. */
export type ScanExcerpt = { path: string; tool: string; text: string }

export type RunScan = (options: ScanOptions) => Promise<ScanReport>
