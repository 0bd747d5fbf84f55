import type { TeamScope } from '@teamlore/core'
import type { UseCases } from '../../compose.ts'
import type { Tool } from '../tool.ts'
import { type BookWords, lorebookTools } from './lorebook-tools.ts'

type Deps = Pick<UseCases, 'listBooks' | 'getBook'>

/** Tools of so many books are kept: making their schemas costs more than asking them. */
const MAX_KEPT = 100
const NO_WORDS: BookWords = { types: [], relationships: [], layers: [] }

const wordsOf = ({ schema, layers }: Awaited<ReturnType<UseCases['getBook']>>): BookWords => {
  const namesOf = (declared: unknown): string[] =>
    (Array.isArray(declared) ? declared : []).map(({ name }: { name: string }) => name)
  return {
    types: namesOf(schema['entity_types']),
    relationships: namesOf(schema['relationship_types']),
    layers: layers.map(({ name }) => name),
  }
}

/** The tools of the book that a team asks: the one it names, else the only one it has; none where it has none. */
export const makeBookToolset = ({ listBooks, getBook }: Deps) => {
  const kept = new Map<string, readonly Tool[]>()
  const keep = (key: string, tools: readonly Tool[]): readonly Tool[] => {
    kept.set(key, tools)
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MAX_KEPT)))
      kept.delete(oldest)
    return tools
  }
  return async (scope: TeamScope, named: string | null): Promise<readonly Tool[]> => {
    const { items } = await listBooks(scope)
    if (items.length === 0) return []
    const asked =
      named === null && items.length === 1 ? items[0] : items.find(({ name }) => name === named)
    if (asked === undefined)
      return lorebookTools({ several: items.map(({ name }) => name), unknown: named }, NO_WORDS)
    // What a tool says of a book is what the role sees of it.
    const key = `${asked.id} ${asked.ingested_at} ${scope.role}`
    const known = kept.get(key)
    if (known) return known
    return keep(
      key,
      lorebookTools({ book: asked.name }, wordsOf(await getBook(scope, { book: asked.name }))),
    )
  }
}
