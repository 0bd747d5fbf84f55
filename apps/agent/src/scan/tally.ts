import type { ReadSession } from '@teamlore/sources/source'
import type { ScanExcerpt, ScanReport } from './scan.types.ts'

/** Of each kind; the counts know of all. */
const MAX_EXCERPTS = 20

export type Found = { kinds: Record<string, number>; excerpts: { kind: string; text: string }[] }

export type ScannedSession = {
  session: ReadSession
  /** Null when the whole session stays here. */
  leftOut: number | null
  found: Found[]
}

/** Adds up what a scan finds. */
export const createTally = () => {
  const files = new Set<string>()
  const sessions = new Set<string>()
  const kinds = new Map<string, { count: number; excerpts: ScanExcerpt[] }>()
  const leftOut = { sessions: new Set<string>(), contents: 0, memoryFiles: 0 }
  const failed: ScanReport['failed'] = []
  let messages = 0
  let memoryFiles = 0
  const of = (kind: string) => {
    const known = kinds.get(kind) ?? { count: 0, excerpts: [] }
    kinds.set(kind, known)
    return known
  }
  const add = ({ kinds: counted, excerpts }: Found, where: Pick<ScanExcerpt, 'path' | 'tool'>) => {
    for (const [kind, n] of Object.entries(counted)) of(kind).count += n
    for (const { kind, text } of excerpts) {
      const { excerpts: kept } = of(kind)
      if (kept.length < MAX_EXCERPTS) kept.push({ ...where, text })
    }
  }
  return {
    file: (path: string) => files.add(path),
    fail: (name: string, reason: string) => failed.push({ name, reason }),
    session: ({ session, leftOut: left, found }: ScannedSession, path: string): void => {
      const name = `${session.tool}\n${session.native_id}`
      sessions.add(name)
      messages += session.messages.length
      if (left === null) leftOut.sessions.add(name)
      else leftOut.contents += left
      for (const one of found) add(one, { path, tool: session.tool })
    },
    memoryFile: (found: Found, where: Pick<ScanExcerpt, 'path' | 'tool'>): void => {
      memoryFiles++
      add(found, where)
    },
    memoryFilesLeftOut: (count: number): void => {
      leftOut.memoryFiles += count
    },
    report: (): ScanReport => ({
      files: files.size,
      sessions: sessions.size,
      messages,
      memoryFiles,
      kinds: [...kinds]
        .filter(([, { count }]) => count > 0)
        .map(([kind, found]) => ({ kind, ...found }))
        .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
      leftOut: { ...leftOut, sessions: leftOut.sessions.size },
      failed,
    }),
  }
}

export type Tally = ReturnType<typeof createTally>
