import { withBase } from '../../lib/base-path.ts'

/** Page of a lorebook, at one of its views. */
export const bookHref = (book: string, view?: string): string =>
  `/books/${encodeURIComponent(book)}${view === undefined ? '' : `?view=${view}`}`

type EntityPlace = {
  layer?: string | undefined
  /** The file of a note that names it: of several of one name the nearer is meant. */
  from?: string | undefined
}

/** Page of an entity, with its state in a layer. Its name is no part of the path: it may hold any sign. */
export const entityHref = (book: string, name: string, { layer, from }: EntityPlace = {}): string =>
  `/books/${encodeURIComponent(book)}/entity?${new URLSearchParams({ name, ...(layer !== undefined && { layer }), ...(from !== undefined && { from }) })}`

/** Where the API has a picture that a note shows. */
export const pictureHref = (book: string, picture: { note: string; name: string }): string =>
  withBase(`/v1/books/${encodeURIComponent(book)}/picture?${new URLSearchParams(picture)}`)

/** A question that finds what names an entity, by its name or an alias. */
export const mentionsQuestion = (names: readonly string[]): string =>
  names
    .map((name) => name.replaceAll('"', ' ').trim())
    .filter((name) => name !== '')
    .slice(0, 6)
    .map((name) => `"${name}"`)
    .join(' or ')
