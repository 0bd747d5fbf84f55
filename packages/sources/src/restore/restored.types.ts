import type { Block, MessageKind, MessageRole, Usage } from '@teamlore/shared'

/** What a session is written back from. */
export type KeptMessage = {
  /** Its name in the tool's own file; undefined where the server does not say it. */
  key: string | undefined
  id: string
  parentId: string | null
  ts: string | null
  role: MessageRole
  kind: MessageKind
  model: string | null
  gitBranch: string | null
  isAbandoned: boolean
  usage: Usage | null
  blocks: readonly Block[]
}

export type KeptSession = {
  /** A UUID: it becomes the name of a file. */
  nativeId: string
  cwd: string
  gitBranch: string | null
  gitHead: string | null
  toolVersion: string | null
  startedAt: string | null
  /** What it is where it was kept. */
  original: { nativeId: string; isFork: boolean; title: string | null }
  messages: readonly KeptMessage[]
}

/** What the original had and was not kept, or cannot be written: how many of each. */
export type Missing = {
  images: number
  /** Tools take thoughts back with a signature alone, which is not kept. */
  thoughts: number
  cutResults: number
  /** Blocks of kinds that the format has no place for. */
  others: number
}

export type Restored = { lines: string[]; missing: Missing }

export const nothingMissing = (): Missing => ({ images: 0, thoughts: 0, cutResults: 0, others: 0 })
