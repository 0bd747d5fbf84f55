import type { MemoryKind, MemoryStatus } from '@teamlore/shared/memories'
import { ownTitle } from '@teamlore/shared/own-title'
import { lines, list } from '../text/lines.ts'

type MemoryParts = {
  kind: MemoryKind
  status: MemoryStatus
  topic: string
  statement: string
  reason: string
  rejected: readonly string[]
  paths: readonly string[]
}

/** A memory as its reader opens it. */
export const textOfMemory = (memory: MemoryParts): string => {
  const about = ownTitle(memory.topic, memory.statement)
  return lines([
    `${memory.kind}${memory.status === 'active' ? '' : ` (${memory.status})`}: ${memory.statement}`,
    about && `About: ${about}`,
    memory.reason && `Because: ${memory.reason}`,
    list('Rejected', memory.rejected),
    list('Code', memory.paths),
  ])
}
