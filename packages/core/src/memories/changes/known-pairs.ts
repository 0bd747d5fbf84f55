import type { TeamRepositories } from '@teamlore/db'
import { isLiving } from '@teamlore/shared/memory-kinds'
import { sameWords } from '../same-words.ts'
import type { FoundChange } from './find-changes.ts'

/** Without pairs that were put down before, and those of which a side was refused or replaced since: it is not made anew. */
export const withoutKnown = async (
  repos: Pick<TeamRepositories, 'said' | 'memories'>,
  changes: readonly FoundChange[],
): Promise<FoundChange[]> => {
  const sides = changes.flatMap(({ older, newer }) => [older, newer])
  const known = await repos.said.restingOn(sides.map(({ message }) => message.message_id))
  const relations = await repos.memories.relationsOf(known.map(({ id }) => id))
  const memoriesOf = ({ message, statement }: FoundChange['newer']) =>
    known.filter(
      (memory) =>
        memory.message_id === message.message_id && sameWords(memory.statement, statement),
    )
  return changes.filter(({ older, newer }) => {
    const [mine, theirs] = [memoriesOf(older), memoriesOf(newer)]
    if ([...mine, ...theirs].some(({ status }) => !isLiving(status))) return false
    return !relations.some(
      ({ from_id, to_id }) =>
        [...mine, ...theirs].filter(({ id }) => id === from_id || id === to_id).length > 1,
    )
  })
}
