import type { HeldPullRequest, UnitOfWork } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import type { CodeHost } from '@teamlore/shared/code-hosts'
import { grantEverybodyScope } from '../identity/teams/team-scope.ts'
import type { AskedCommand } from './asked-command.ts'
import { dismiss, undismiss } from './dismiss.ts'
import { isBelow } from './is-dismissed.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  host: Pick<CodeHost, 'changes'>
  now: () => Date
}

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

/** Files that it is about, by their names before the change and after it. */
const pathsOf = async (
  { unitOfWork, host }: Deps,
  { integration, project, place, held }: AskedCommand,
  memoryId: MemoryId,
): Promise<string[]> => {
  const scope = grantEverybodyScope(integration.teamId, project.id)
  const found = await unitOfWork.inTeam(scope, ({ why }) => why.sayable(project.id, [memoryId]))
  const before = new Set(found.flatMap(({ anchors }) => anchors.map(({ path }) => path)))
  const { files } = await host.changes(place, held.number)
  return [
    ...before,
    ...files.flatMap(({ path, old_path }) => (before.has(old_path ?? '') ? [path] : [])),
  ]
}

/** What stands behind an item is a path where the item is about that, or about what is below it; else it is why, as people write it. */
const pathMeant = async (
  deps: Deps,
  asked: AskedCommand,
  { memoryId, said }: { memoryId: MemoryId; said: string },
): Promise<string> => {
  if (said === '') return ''
  const paths = await pathsOf(deps, asked, memoryId)
  return paths.some((path) => isBelow(path, said)) ? said : ''
}

/** @returns what it was, and where; undefined where the comment never showed such a one, or it was forgotten since. */
export const dismissFor = async (
  deps: Deps,
  asked: AskedCommand,
  { item, path: said }: { item: string | null; path: string },
): Promise<{ memoryId: MemoryId; path: string } | undefined> => {
  const { held, by } = asked
  const memoryId = itemMeant(held, item)
  if (memoryId === undefined) return undefined
  const path = await pathMeant(deps, asked, { memoryId, said })
  const dismissed = { of: repositoryOf(held), memoryId, path, via: 'comment' } as const
  return (await dismiss(deps, by, dismissed)) ? { memoryId, path } : undefined
}

/** @returns what it was; undefined where the comment never showed such a one. */
export const undismissFor = async (
  deps: Pick<Deps, 'unitOfWork' | 'now'>,
  { held, by }: AskedCommand,
  { item }: { item: string | null },
): Promise<MemoryId | undefined> => {
  const memoryId = itemMeant(held, item)
  if (memoryId !== undefined) await undismiss(deps, by, { of: repositoryOf(held), memoryId })
  return memoryId
}
