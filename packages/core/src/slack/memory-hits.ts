import type { UnitOfWork } from '@teamlore/db'
import type { Memory } from '@teamlore/shared/memories'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { SlackHit } from './work.types.ts'

type Said = Pick<Memory, 'topic' | 'statement' | 'reason'>

/** A statement of a line is its own headline. */
const MAX_HEADLINE = 200

/** What holds, and why, as a person would say it. The text that search goes by has more in it, which nobody reads. */
export const wordsOf = ({
  topic,
  statement,
  reason,
}: Said): Pick<SlackHit, 'title' | 'snippet'> => {
  const isHeadline = statement.length <= MAX_HEADLINE && !statement.includes('\n')
  const [first = ''] = statement.split('\n')
  const text = [...(isHeadline ? [] : [statement]), ...(reason === '' ? [] : [`Why: ${reason}`])]
  return {
    title: first.length <= MAX_HEADLINE ? first : topic || first,
    snippet: { text: text.join('\n'), highlights: [] },
  }
}

/** Hits whose memories say what they hold. */
export const withWordsOfMemories = async <T extends SlackHit & { id: string }>(
  { unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'inTeam'> },
  scope: TeamScope,
  hits: readonly T[],
): Promise<T[]> => {
  const ids = hits.filter(({ kind }) => kind === 'memory').map(({ id }) => id)
  if (ids.length === 0) return [...hits]
  const { items } = await unitOfWork.inTeam(scope, ({ memoryList }) =>
    memoryList.list({ ids }, { limit: ids.length }),
  )
  const said = new Map<string, Said>(items.map((memory) => [memory.id, memory]))
  return hits.map((hit) => {
    const memory = said.get(hit.id)
    return memory === undefined ? hit : { ...hit, ...wordsOf(memory) }
  })
}
