import type { TeamRepositories } from '@teamlore/db'
import type { Memory } from '@teamlore/shared/memories'
import { resolveId } from '../platform/resolve-id.ts'
import { withDecay } from './confidence.ts'
import { memoryNotFound } from './memories.errors.ts'
import { replacedOf } from './thread.ts'

type Repositories = Pick<TeamRepositories, 'ids' | 'memories' | 'memoryList'>

/** So many of what rests on a thread are shown. */
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
  const [found] = await readMemories(repos, [await memoryIdOf(repos, typed)], now)
  if (found === undefined) throw memoryNotFound()
  return found
}

/** Memories by their ids, in their order; as many statements for a hundred as for one. */
export const readMemories = async (
  repos: WholeRepositories,
  ids: readonly string[],
  now: Date,
): Promise<Memory[]> => (await wholeMemories(repos, ids)).map((memory) => withDecay(memory, now))

type WholeRepositories = Pick<Repositories, 'memories' | 'memoryList'>

/** The same with the confidence as it was written. */
export const wholeMemories = async (
  repos: WholeRepositories,
  ids: readonly string[],
): Promise<Memory[]> => {
  const found = await repos.memoryList.findAll(ids)
  const threads = await threadsOf(repos, found)
  return found.map((memory) => ({ ...memory, ...threads(memory) }))
}

type Head = Pick<Memory, 'id' | 'statement'>
type Thread = Pick<Memory, 'replaced' | 'dependants'>

/** Of each, what it replaced, and what rests on it or on that. */
const threadsOf = async (
  { memories, memoryList }: WholeRepositories,
  heads: readonly Head[],
): Promise<(head: Head) => Thread> => {
  const below = await memories.chainsBelow(heads.map(({ id }) => id))
  const chain = [...new Set(below.map(({ id }) => id))]
  const resting = await memoryList.dependantsOf(chain, MAX_DEPENDANTS)
  const versions = await memoryList.versions(chain)
  const refs = new Map(
    (await memoryList.refs([...new Set(resting.map(({ id }) => id))])).map((ref) => [ref.id, ref]),
  )
  return (head) => {
    const own = new Set<string>(below.flatMap((one) => (one.head_id === head.id ? one.id : [])))
    const dependants = new Set(resting.flatMap((one) => (own.has(one.basis_id) ? one.id : [])))
    return {
      replaced: replacedOf(
        head,
        versions.filter(({ memory_id }) => own.has(memory_id)),
      ),
      dependants: [...dependants].slice(0, MAX_DEPENDANTS).flatMap((id) => refs.get(id) ?? []),
    }
  }
}
