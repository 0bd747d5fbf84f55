import type { UnitOfWork } from '@teamlore/db'
import { type MemoryId, newId } from '@teamlore/shared'
import { needed, roleCovers } from '@teamlore/shared/roles'
import type { AskedCommand } from './asked-command.ts'
import { itemMeant } from './dismiss-command.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now: () => Date }

/** @returns whether there still is any of it. */
const note = (
  { unitOfWork, now }: Deps,
  { by, held, comment }: AskedCommand,
  { ids, isOverride }: { ids: readonly MemoryId[]; isOverride: boolean },
): Promise<boolean> =>
  unitOfWork.inTeam(by, async ({ acknowledgements, audit }) => {
    const made = { madeBy: by.userId, madeAt: now(), isOverride, commentUrl: comment.url }
    const { there, added } = await acknowledgements.add(held.id, ids, made)
    if (added === 0) return there > 0
    await audit.add({
      id: newId.event(),
      action: isOverride ? 'integration.check_overridden' : 'integration.item_acknowledged',
      userId: by.userId,
      subject: held.integrationId,
      details: { repository: held.fullName, number: held.number, items: added },
    })
    return true
  })

/** @returns what was acknowledged; `own` where who asks wrote the pull request, so that nobody else has seen it. */
export const acknowledgeFor = async (
  deps: Deps,
  asked: AskedCommand,
  item: string | null,
): Promise<MemoryId | 'own' | undefined> => {
  if (asked.comment.authorId === asked.pullRequest.authorId) return 'own'
  const id = itemMeant(asked.held, item)
  if (id === undefined) return undefined
  return (await note(deps, asked, { ids: [id], isOverride: false })) ? id : undefined
}

/** Lets pass all that the comment and the check have shown; what a later push touches besides is asked about again. @returns false where the person may not. */
export const overrideFor = async (deps: Deps, asked: AskedCommand): Promise<boolean> => {
  if (!roleCovers(asked.by.role, needed('checks.override'))) return false
  const ids = asked.held.seen as MemoryId[]
  await note(deps, asked, { ids, isOverride: true })
  return true
}
