import type { Memory } from '@teamlore/shared/memories'
import type { MemoryVersion } from '@teamlore/shared/memory-history'
import { isServed } from '@teamlore/shared/memory-kinds'

type Head = { id: string; statement: string }

/** Statements that held before what a memory says now: its own earlier wordings, and those of memories whose place it took; the newest first. */
export const replacedOf = (head: Head, versions: readonly MemoryVersion[]): Memory['replaced'] => {
  const said = new Map<string, Memory['replaced'][number]>()
  for (const { memory_id, version, statement, status, valid_from, valid_to } of versions) {
    if (valid_to === null || !isServed(status) || statement === head.statement) continue
    const next = versions.find((one) => one.memory_id === memory_id && one.version === version + 1)
    const why = next?.note ?? ''
    said.set(statement, { id: memory_id, statement, from: valid_from, until: valid_to, why })
  }
  return [...said.values()].sort((a, b) => (a.until < b.until ? 1 : -1))
}
