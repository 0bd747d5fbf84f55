import type { TeamRepositories } from '@teamlore/db'
import type { Memory } from '@teamlore/shared/memories'
import { resolveId } from '../platform/resolve-id.ts'
import { withDecay } from './confidence.ts'
import { memoryNotFound } from './memories.errors.ts'
import { replacedOf } from './thread.ts'

type Repositories = Pick<TeamRepositories, 'ids' | 'memories' | 'memoryList'>

/** So many of what rests on a thread are told of. */
const MAX_DEPENDANTS = 50

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
  return withDecay({ ...found, ...(await threadOf(repos, found)) }, now)
}

/** What it replaced, and what rests on it or on that. */
export const threadOf = async (
  { memories, memoryList }: Pick<Repositories, 'memories' | 'memoryList'>,
  head: Pick<Memory, 'id' | 'statement'>,
): Promise<Pick<Memory, 'replaced' | 'dependants'>> => {
  const chain = await memories.chainBelow(head.id)
  const dependants = await memoryList.dependantsOf(chain, MAX_DEPENDANTS)
  return {
    replaced: replacedOf(head, await memoryList.versions(chain)),
    dependants: await memoryList.refs(dependants),
  }
}
