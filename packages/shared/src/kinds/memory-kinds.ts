/** What a memory may be: facts alone, so that naming them loads no contracts. */
export const MEMORY_KINDS = ['decision', 'invariant', 'gotcha', 'graveyard', 'convention'] as const
export const MEMORY_STATUSES = [
  'draft',
  'unreviewed',
  'active',
  'rejected',
  'superseded',
  'archived',
] as const
type Status = (typeof MEMORY_STATUSES)[number]

/** What people and agents are given as knowledge; what nobody reviewed below what somebody did, and marked. */
export const isServed = (status: Status): boolean => status === 'active' || status === 'unreviewed'

/** What may still change: neither replaced nor turned down. */
export const isLiving = (status: Status): boolean => status === 'draft' || isServed(status)

/** What became of a memory by one of its versions, as those see it who are given memories. */
export const MEMORY_EVENTS = [
  'came',
  'changed',
  'replaced',
  'withdrawn',
  'proposed',
  'declined',
] as const

export const MEMORY_ORIGINS = ['human', 'agent', 'tool', 'web', 'import'] as const
