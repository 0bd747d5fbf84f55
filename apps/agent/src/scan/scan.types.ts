import type { Surroundings } from '@teamlore/sources/surroundings'
import type { MemoryFileChoice } from '../env.ts'

export type ScanOptions = {
  tools?: string[]
  /** Names of those that are switched off on this machine. */
  toolsOff?: readonly string[]
  path?: string | readonly string[]
  surroundings: Surroundings
  /** `redaction.json` of this machine; there need not be one. */
  rulesFile: string
  /** What the team's server said last of its rules; there need not be any. */
  cachePath: string
  /** Which memory files are mirrored; all by default. */
  memoryFiles?: MemoryFileChoice | undefined
  signal?: AbortSignal
}

/** What would be taken out or left out. Nothing in it is a secret that the rules know. */
export type ScanReport = {
  files: number
  sessions: number
  messages: number
  /** Memory files of the projects of these sessions and, where nothing else was asked for, those for all projects. */
  memoryFiles: number
  /** How many secrets of each kind, the most frequent first. */
  kinds: { kind: string; count: number; excerpts: ScanExcerpt[] }[]
  /** Whole sessions that stay here, contents of files in others, and memory files. */
  leftOut: { sessions: number; contents: number; memoryFiles: number }
  failed: { name: string; reason: string }[]
}

/** Where a secret stood, with a mark in its place. */
export type ScanExcerpt = { path: string; tool: string | null; text: string }

export type RunScan = (options: ScanOptions) => Promise<ScanReport>
