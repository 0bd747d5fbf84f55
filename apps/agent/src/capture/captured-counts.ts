import { z } from 'zod'

const rowSchema = z.tuple([z.string(), z.string(), z.number(), z.number()])
/** Tool and native id of a session; how many messages and prompts of it were captured. */
export type CapturedRow = z.infer<typeof rowSchema>
export const capturedRowsSchema = z.array(rowSchema)

/**
 * How much was captured of each session, ever. Files are cut short, replaced and deleted, and the server keeps what it has: only
 * what was captured can be compared with it, so nothing here becomes less.
 */
export const createCapturedCounts = (rows: readonly CapturedRow[] = []) => {
  const known = new Map<string, CapturedRow>()
  const note = ([tool, nativeId, messages, prompts]: CapturedRow): void => {
    const name = `${tool}\n${nativeId}`
    const before = known.get(name)
    known.set(name, [
      tool,
      nativeId,
      Math.max(messages, before?.[2] ?? 0),
      Math.max(prompts, before?.[3] ?? 0),
    ])
  }
  for (const row of rows) note(row)
  return {
    note,
    rows: (): CapturedRow[] => [...known.values()],
    /** Of one tool. A session without a message counts for none. */
    totals: (
      tool: string,
      isLeftOut: (nativeId: string) => boolean = () => false,
    ): { sessions: number; messages: number; prompts: number } => {
      const sums = { sessions: 0, messages: 0, prompts: 0 }
      for (const [of, nativeId, messages, prompts] of known.values()) {
        if (of !== tool || messages === 0 || isLeftOut(nativeId)) continue
        sums.sessions++
        sums.messages += messages
        sums.prompts += prompts
      }
      return sums
    },
  }
}
