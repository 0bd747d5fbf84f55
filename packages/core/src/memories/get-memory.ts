import type { UnitOfWork } from '@teamlore/db'
import type { Memory } from '@teamlore/shared/memories'
import type { MemoryHistory } from '@teamlore/shared/memory-history'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { heldAt } from '../search/memory-held-at.ts'
import { memoryNotFound } from './memories.errors.ts'
import { memoryIdOf, readMemory } from './read-memory.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** Also one that does not hold any more: an id that was ever answered stays openable and names its successor. */
export const makeGetMemory =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<Memory> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const at = now()
      const memory = await readMemory(repos, id, at)
      await repos.memoryServings.noteServed([memory.id], { reader: 'person', door: 'opened', at })
      return memory
    })

export type GetMemory = ReturnType<typeof makeGetMemory>

/** Why it changed: the whole thread around a memory, whichever of it is named, and what held at a time. */
export const makeGetMemoryHistory =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (
    scope: TeamScope,
    { id, as_of }: { id: string; as_of?: string | undefined },
  ): Promise<MemoryHistory> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const headId = await repos.memories.headOf(await memoryIdOf(repos, id))
      const [head] = await repos.memoryList.refs([headId])
      if (head === undefined) throw memoryNotFound()
      const versions = await repos.memoryList.versions(await repos.memories.chainBelow(headId))
      const held =
        as_of === undefined ? undefined : heldAt(versions, await readAsOf(repos, as_of, now()))
      return { head, held: held ?? null, versions }
    })

export type GetMemoryHistory = ReturnType<typeof makeGetMemoryHistory>
