/** Page of a lorebook, at one of its views. */
export const bookHref = (book: string, view?: string): string =>
  `/books/${encodeURIComponent(book)}${view === undefined ? '' : `?view=${view}`}`

/** Page of an entity. Its name is no part of the path: it may hold any sign. */
export const entityHref = (book: string, name: string): string =>
  `/books/${encodeURIComponent(book)}/entity?${new URLSearchParams({ name })}`

/** A question that finds what names an entity, by its name or an alias. */
export const mentionsQuestion = (names: readonly string[]): string =>
  names
    .map((name) => name.replaceAll('"', ' ').trim())
    .filter((name) => name !== '')
    .slice(0, 6)
    .map((name) => `"${name}"`)
    .join(' or ')
