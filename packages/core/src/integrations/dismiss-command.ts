import type { HeldPullRequest, UnitOfWork } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import type { AskedCommand } from './asked-command.ts'
import { dismiss, undismiss } from './dismiss.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now: () => Date }

/** What a person means by a number of the comment or by an id that it showed; without either, the only one that it shows. */
export const itemMeant = (
  { seen, shown }: Pick<HeldPullRequest, 'seen' | 'shown'>,
  item: string | null,
): MemoryId | undefined => {
  const [only, ...others] = shown
  if (item === null) return others.length > 0 ? undefined : (only?.id as MemoryId | undefined)
  if (/^\d+$/.test(item)) return seen[Number(item) - 1] as MemoryId | undefined
  return seen.find((id) => id === item || id.startsWith(item)) as MemoryId | undefined
}

const repositoryOf = ({ integrationId, repositoryId }: HeldPullRequest) => ({
  integrationId,
  repositoryId,
})

/** @returns what it was; undefined where the comment never showed such a one. */
export const dismissFor = async (
  deps: Deps,
  { held, by }: AskedCommand,
  { item, path }: { item: string | null; path: string },
): Promise<MemoryId | undefined> => {
  const memoryId = itemMeant(held, item)
  if (memoryId !== undefined)
    await dismiss(deps, by, { of: repositoryOf(held), memoryId, path, via: 'comment' })
  return memoryId
}

/** @returns what it was; undefined where the comment never showed such a one. */
export const undismissFor = async (
  deps: Deps,
  { held, by }: AskedCommand,
  { item }: { item: string | null },
): Promise<MemoryId | undefined> => {
  const memoryId = itemMeant(held, item)
  if (memoryId !== undefined) await undismiss(deps, by, { of: repositoryOf(held), memoryId })
  return memoryId
}
