/** What `lore book query` answers. */
export const QUERIES = ['entity', 'relations', 'list', 'state', 'timeline', 'search'] as const
export type BookQuery = (typeof QUERIES)[number]
