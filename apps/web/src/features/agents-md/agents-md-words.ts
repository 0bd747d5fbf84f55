import type { AgentsMdLeftOut } from '@teamlore/shared/agents-md'

/** Why a memory is not written, as a heading over those of which it is so. */
const BECAUSE: Record<AgentsMdLeftOut['because'], string> = {
  disputed: 'In doubt: called stale, or contradicted',
  confidence: 'Not sure enough',
  kind: 'Of a kind that is not written',
  said: 'Said by the repository already',
  tokens: 'Over the budget of tokens',
}

type Group = { because: AgentsMdLeftOut['because']; says: string; items: AgentsMdLeftOut[] }

export const leftOutGroups = (leftOut: readonly AgentsMdLeftOut[]): Group[] =>
  (Object.keys(BECAUSE) as AgentsMdLeftOut['because'][]).flatMap((because) => {
    const items = leftOut.filter((one) => one.because === because)
    return items.length === 0 ? [] : [{ because, says: BECAUSE[because], items }]
  })
