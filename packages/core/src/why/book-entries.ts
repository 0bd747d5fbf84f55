import type { NamedProject, TeamRepositories } from '@teamlore/db'
import type { OpenBooks } from '../books/open-books.ts'
import { textOfEntity } from '../documents/documents-of-entity.ts'
import { DomainError } from '../errors.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { quoteLexeme } from '../text/analyse.ts'
import { oneLine } from '../text/one-line.ts'
import { scopeLexeme } from '../text/scope-lexeme.ts'
import { tokenise } from '../text/tokenise.ts'
import type { WhyEntry } from './why-entry.ts'

/** Behind what is about the file itself, before what is about files around it. */
const BOOK_WEIGHT = 0.6
const MAX_ENTRIES = 6
const MAX_FILES = 20
/** Books that are opened as they were. */
const MAX_BOOKS = 5
/** Characters of a note around the path that it names. */
const AROUND = { before: 140, after: 220 } as const

type Named = {
  id: string
  name: string
  type: string | null
  book: string
  path: string | null
  body: string
  marks?: string[]
}

/** The files of which a note may name one by its path: a bare `README.md` is that of any repository, unless the book is of this one. */
const nameable = (paths: readonly string[], isOwn: boolean): string[] =>
  paths.slice(0, MAX_FILES).filter((path) => isOwn || path.includes('/'))

/** What a text that names a path has in the index: the path as a whole where that is one word, else the words it is made of. */
const lexemesOf = (path: string): string[] => {
  const words = new Set<string>()
  const wholes = new Set<string>()
  tokenise(path, (found) => {
    for (const word of found.words) words.add(word)
    for (const { lexeme } of found.wholes) wholes.add(lexeme)
  })
  const whole = path.toLowerCase()
  if (wholes.has(whole)) return [quoteLexeme(whole)]
  return words.size === 0 ? [] : [`(${[...words].map(quoteLexeme).join(' & ')})`]
}

/** Where a text names a path as a whole: `src/a.ts` is not named by `src/a.tsx` or `lib/src/a.ts`. */
const placeOfName = (body: string, path: string): number => {
  const text = body.toLowerCase()
  const name = path.toLowerCase()
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + name.length, at + name.length + 2)
    if (!/[\w./-]/.test(before) && !/^(?:[\w/-]|\.\w)/.test(after)) return at
  }
  return -1
}

const entryOf = (
  { id, name, type, book, path, body, marks = [] }: Named,
  paths: readonly string[],
): WhyEntry[] => {
  const [named] = paths.flatMap((one) => {
    const at = placeOfName(body, one)
    return at < 0 ? [] : [{ one, at }]
  })
  if (named === undefined) return []
  const from = Math.max(0, named.at - AROUND.before)
  const cut = body.slice(from, named.at + AROUND.after)
  const shown = oneLine(
    `${from > 0 ? '… ' : ''}${cut}${named.at + AROUND.after < body.length ? ' …' : ''}`,
  )
  return [
    {
      id,
      section: 'book',
      kind: type ?? 'entity',
      text: `${name}: ${shown}`,
      reason: 'named',
      weight: BOOK_WEIGHT,
      via: named.one,
      marks: [`lorebook ${book}`, ...(path === null ? [] : [path]), ...marks],
    },
  ]
}

/** What lorebooks say that name one of these files. */
export const entriesOfBooks = async (
  { why }: Pick<TeamRepositories, 'why'>,
  { id }: NamedProject,
  paths: readonly string[],
): Promise<WhyEntry[]> => {
  const asked = nameable(paths, true)
  // The mark of the kind stands in the index as well: messages name paths by the thousand.
  const names = asked.flatMap(lexemesOf)
  if (names.length === 0) return []
  const words = `${quoteLexeme(scopeLexeme('kind', 'entity'))} & (${names.join(' | ')})`
  const found = await why.entitiesNaming(id, words)
  return found.flatMap((one) => entryOf(one, nameable(asked, one.is_own))).slice(0, MAX_ENTRIES)
}

/** Books with versions that begin before a time; those of the project's own repository first. */
type Then = {
  at: Date
  paths: readonly string[]
  books: readonly { name: string; is_own: boolean }[]
}

/** The same as of a time: what the files of each book were at its last version before it. */
export const entriesOfBooksThen = async (
  openBooks: OpenBooks,
  scope: TeamScope,
  { at, paths, books }: Then,
): Promise<WhyEntry[]> => {
  const entries: WhyEntry[] = []
  for (const { name, is_own } of books.slice(0, MAX_BOOKS)) {
    const open = await openBooks(scope, name, at.toISOString()).catch((error: unknown) => {
      // One that had no version yet, or went meanwhile, says nothing.
      if (error instanceof DomainError) return undefined
      throw error
    })
    const marks = [`as of ${at.toISOString().slice(0, 10)}`]
    for (const entity of open?.book.entities ?? []) {
      const { name: called, type, source } = entity
      const path = source?.path ?? null
      const body = textOfEntity(entity, [])
      const one = { id: `${name}/${path ?? called}`, name: called, type, book: name, path, body }
      entries.push(...entryOf({ ...one, marks }, nameable(paths, is_own)))
      if (entries.length >= MAX_ENTRIES) return entries
    }
  }
  return entries
}
