/** What a memory may be: facts alone, so that naming them loads no contracts. */
export const MEMORY_KINDS = ['decision', 'invariant', 'gotcha', 'graveyard', 'convention'] as const
export const MEMORY_STATUSES = ['draft', 'active', 'rejected', 'superseded', 'archived'] as const
export const MEMORY_ORIGINS = ['human', 'agent', 'tool', 'web', 'import'] as const
