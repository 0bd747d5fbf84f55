import type { TeamRepositories } from '@teamlore/db'
import type { Memory } from '@teamlore/shared/memories'
import { resolveId } from '../platform/resolve-id.ts'
import { withDecay } from './confidence.ts'
import { memoryNotFound } from './memories.errors.ts'
import { replacedOf } from './thread.ts'

type Repositories = Pick<TeamRepositories, 'ids' | 'memories' | 'memoryList'>

/** @throws DomainError `memory.not_found`. */
export const memoryIdOf = ({ ids }: Pick<Repositories, 'ids'>, typed: string): Promise<string> =>
  resolveId(ids, 'memory', typed, memoryNotFound)

/**
 * A memory as it is served. `id` may be the beginning of one.
 *
 * @throws DomainError `memory.not_found`.
 */
export const readMemory = async (
  repos: Repositories,
  typed: string,
  now: Date,
): Promise<Memory> => {
  const id = await memoryIdOf(repos, typed)
  const found = await repos.memoryList.find(id)
  if (found === undefined) throw memoryNotFound()
  const versions = await repos.memoryList.versions(await repos.memories.chainBelow(id))
  return withDecay({ ...found, replaced: replacedOf(found, versions) }, now)
}
