import type { UnitOfWork } from '@teamlore/db'
import type { ServingDoor } from '@teamlore/shared/memory-use'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** Notes that an agent was given these as an answer. Ids of anything but memories are passed over. */
export const makeNoteMemoriesGiven =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: TeamScope,
    { ids, door }: { ids: readonly string[]; door: Extract<ServingDoor, 'search' | 'why'> },
  ): Promise<void> => {
    const memories = ids.filter((id) => id.startsWith('mem_'))
    if (memories.length === 0) return
    await unitOfWork.inTeam(scope, ({ memoryServings }) =>
      memoryServings.noteServed(memories, { reader: 'agent', door, at: now() }),
    )
  }
