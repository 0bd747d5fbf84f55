/** Page of a lorebook, at one of its views. */
export const bookHref = (book: string, view?: string): string =>
  `/books/${encodeURIComponent(book)}${view === undefined ? '' : `?view=${view}`}`

/** Page of an entity, with its state in a layer. Its name is no part of the path: it may hold any sign. */
export const entityHref = (book: string, name: string, layer?: string): string =>
  `/books/${encodeURIComponent(book)}/entity?${new URLSearchParams({ name, ...(layer !== undefined && { layer }) })}`

/** A question that finds what names an entity, by its name or an alias. */
export const mentionsQuestion = (names: readonly string[]): string =>
  names
    .map((name) => name.replaceAll('"', ' ').trim())
    .filter((name) => name !== '')
    .slice(0, 6)
    .map((name) => `"${name}"`)
    .join(' or ')
