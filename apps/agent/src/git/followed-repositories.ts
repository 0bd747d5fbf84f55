import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writePrivateFile } from '../platform/private-file.ts'

const followedSchema = z.object({
  /** A folder of it, and what all of its worktrees share. */
  root: z.string(),
  common: z.string(),
  last_session_at: z.string(),
  /** How its files were, and where its branches stood, when it was last looked at. */
  stamp: z.string(),
  shallow: z.string().default(''),
  tips: z.array(z.string()),
  /** The commit of which the imports were reported last, and when. */
  graph_of: z.string().default(''),
  graph_stamp: z.string().default(''),
  graph_at: z.number().default(0),
})
/** A repository in which sessions were captured, and how far its commits were reported. */
export type Followed = z.infer<typeof followedSchema>

const stateSchema = z.object({ version: z.literal(1), repositories: z.array(followedSchema) })

/** Those where somebody worked lately. */
const MAX_FOLLOWED = 100

/** Lost, it costs listing all commits once more. */
export const openFollowed = async (file: string) => {
  const read = await readFile(file, 'utf8')
    .then((text) => stateSchema.parse(JSON.parse(text)).repositories)
    .catch(() => [])
  const byCommon = new Map(read.map((one) => [one.common, one] as const))
  const inOrder = (): Followed[] =>
    [...byCommon.values()]
      .sort((a, b) => (a.last_session_at < b.last_session_at ? 1 : -1))
      .slice(0, MAX_FOLLOWED)
  const write = (): Promise<void> =>
    writePrivateFile(file, JSON.stringify({ version: 1, repositories: inOrder() }))
  return {
    isNew: read.length === 0,
    all: inOrder,
    get: (common: string): Followed | undefined => byCommon.get(common),
    /** Written down at once where it is new: whatever ends this process, the next one knows. */
    note: async (root: string, common: string, at: string): Promise<void> => {
      const before = byCommon.get(common)
      if (before !== undefined && before.last_session_at >= at) return
      const again = { stamp: '', shallow: '', tips: [], graph_of: '', graph_stamp: '', graph_at: 0 }
      byCommon.set(common, { ...(before ?? { ...again, common, root }), last_session_at: at })
      if (before === undefined) await write()
    },
    save: async (followed: Followed): Promise<void> => {
      byCommon.set(followed.common, followed)
      await write()
    },
  }
}

export type FollowedRepositories = Awaited<ReturnType<typeof openFollowed>>
