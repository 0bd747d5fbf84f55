import { z } from 'zod'

const rowSchema = z.tuple([z.string(), z.string(), z.number(), z.number()]).rest(z.string())
/**
 * Tool and native id of a session; how many messages and prompts of it were captured. Then, where there is any, the session that
 * started it, or nothing, and tombstones of single messages of it that were not sent.
 */
export type CapturedRow = z.infer<typeof rowSchema>
export const capturedRowsSchema = z.array(rowSchema)

/** What is known to be forgotten, of which the server has nothing. */
type Known = {
  session: (nativeId: string, parent: string | null) => boolean
  message: (hash: string) => boolean
}
const NOTHING_KNOWN: Known = { session: () => false, message: () => false }

/**
 * How much was captured of each session, ever. Files are cut short, replaced and deleted, and the server keeps what it has: only
 * what was captured can be compared with it, so nothing here becomes less.
 */
export const createCapturedCounts = (rows: readonly CapturedRow[] = []) => {
  const known = new Map<string, CapturedRow>()
  const note = ([tool, nativeId, messages, prompts, parent, ...left]: CapturedRow): void => {
    const name = `${tool}\n${nativeId}`
    const before = known.get(name)
    const [, , , , parentBefore, ...leftBefore] = before ?? []
    const hashes = new Set([...leftBefore, ...left])
    const started = parent || parentBefore || ''
    known.set(name, [
      tool,
      nativeId,
      Math.max(messages, before?.[2] ?? 0),
      Math.max(prompts, before?.[3] ?? 0),
      ...(started === '' && hashes.size === 0 ? [] : [started, ...hashes]),
    ])
  }
  for (const row of rows) note(row)
  return {
    note,
    rows: (): CapturedRow[] => [...known.values()],
    /** Of one tool. A session without a message counts for none. */
    totals: (
      tool: string,
      forgotten: Known = NOTHING_KNOWN,
    ): { sessions: number; messages: number; prompts: number } => {
      const sums = { sessions: 0, messages: 0, prompts: 0 }
      for (const [of, nativeId, messages, prompts, parent, ...left] of known.values()) {
        if (of !== tool || messages === 0) continue
        if (forgotten.session(nativeId, parent || null)) continue
        sums.sessions++
        sums.messages += Math.max(0, messages - left.filter(forgotten.message).length)
        sums.prompts += prompts
      }
      return sums
    },
  }
}
