import type { MessageDraft } from '../turns/session-draft.ts'

type Entry = { parent: string | null; before: string | null; draft: MessageDraft | null }

/**
 * A file whose entries say whom they follow. Where a person went back, several follow one; the last entry of the file stands
 * at the end of the branch that holds, and messages on other branches are marked. Where the chain is broken, what stands
 * before in the file is what was followed: nothing is marked only because a line was lost.
 */
export const createEntryTree = () => {
  const entries = new Map<string, Entry>()
  let last: string | null = null

  const above = (id: string): string | null => {
    const entry = entries.get(id)
    if (entry === undefined) return null
    return entry.parent !== null && entries.has(entry.parent) ? entry.parent : entry.before
  }

  /** Nearest message at or above each entry, found once. */
  const nearest = new Map<string, MessageDraft | null>()

  const nearestTo = (id: string | null): MessageDraft | null => {
    const passed = new Set<string>()
    let found: MessageDraft | null = null
    for (let at = id; at !== null && !passed.has(at); at = above(at)) {
      const known = nearest.get(at)
      found = known ?? entries.get(at)?.draft ?? null
      if (known !== undefined || found !== null) break
      passed.add(at)
    }
    for (const on of passed) nearest.set(on, found)
    return found
  }

  return {
    add: (id: string | null, parent: string | null, draft: MessageDraft | null): void => {
      if (id === null || entries.has(id)) return
      entries.set(id, { parent: parent === id ? null : parent, before: last, draft })
      last = id
    },
    /** Gives each message its parent and says which were left behind. More may be added, and settled again, after that. */
    settle: (): void => {
      nearest.clear()
      const kept = new Set<string>()
      for (let at = last; at !== null && !kept.has(at); at = above(at)) kept.add(at)
      for (const [id, { draft }] of entries) {
        if (draft === null) continue
        const parent = nearestTo(above(id))
        draft.parent = parent === draft ? null : parent
        draft.isAbandoned = !kept.has(id)
      }
    },
  }
}
