import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { createSlices } from '../../platform/slices.ts'
import { topicOf } from '../../statements/topic/index.ts'
import { indexMemories } from '../index-memories.ts'
import { policyOf } from '../policy.ts'
import type { Writing } from '../writing.types.ts'
import { joinCopies } from './join-copies.ts'

const SLICE = { first: 10, least: 1, most: 200 }
const GROUPS = 20

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

export type WrittenTopics = { memories: number; findings: number; joined: number }

/**
 * Gives records that were written before there were topics theirs, and makes one of memories that say the same in the same words.
 * Slice by slice: what a run that was ended has done is done, and the next goes on with what is left.
 */
export const makeWriteTopics = ({ unitOfWork, now = systemClock, ids = newId }: Deps) => {
  const memories = (scope: SystemScope, size: number) =>
    unitOfWork.inTeam(scope, async (repos) => {
      const due = await repos.memoryTopics.due(size)
      const rows = await repos.memories.lock(due)
      for (const memory of rows) await writeTopic(repos, memory)
      await indexMemories(repos, { teamId: scope.teamId, ids }, due)
      return rows.length
    })
  const findings = (scope: SystemScope, size: number) =>
    unitOfWork.inTeam(scope, async ({ memoryTopics }) => {
      const due = await memoryTopics.findingsDue(size)
      for (const { id, title, claim } of due) {
        const statement = claim?.statement || title
        await memoryTopics.writeOfFinding(
          id,
          topicOf({ statement, ...(claim && { slots: claim.slots }) }),
        )
      }
      return due.length
    })
  const copies = (scope: SystemScope) =>
    unitOfWork.inTeam(scope, async (repos) => {
      let joined = 0
      for (const group of await repos.memoryTopics.copies(GROUPS)) {
        const [first] = await repos.memories.lock(group)
        const policy = await policyOf(repos, first?.project_id ?? null)
        const writing: Writing = { teamId: scope.teamId, by: null, at: now(), ids, policy }
        joined += await joinCopies(repos, writing, group)
      }
      return joined
    })

  return async (scope: SystemScope, signal?: AbortSignal): Promise<WrittenTopics> => ({
    memories: await untilNone(createSlices(SLICE), (size) => memories(scope, size), signal),
    findings: await untilNone(createSlices(SLICE), (size) => findings(scope, size), signal),
    joined: await untilNone(undefined, () => copies(scope), signal),
  })
}

export type WriteTopics = ReturnType<typeof makeWriteTopics>

const untilNone = async (
  slices: ReturnType<typeof createSlices> | undefined,
  work: (size: number) => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> => {
  let done = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await (slices === undefined ? work(0) : slices.take(work, (taken) => taken))
    if (count === 0) return done
    done += count
  }
}

const writeTopic = async (
  repos: Pick<TeamRepositories, 'memories' | 'memoryTopics'>,
  memory: MemoryRow,
): Promise<void> => {
  const versions = await repos.memories.versionsOf([memory.id])
  await repos.memoryTopics.write(
    memory.id,
    topicOf(memory),
    versions.map(({ version, statement, slots }) => ({
      version,
      topic: topicOf({ statement, slots }),
    })),
  )
}
