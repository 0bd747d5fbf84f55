import type { Book } from '../book.types.ts'
import { nearestName } from '../nearest-name.ts'
import { relationshipTypesOf } from '../schema/built-in.ts'

export type AskedWords = {
  type?: string | undefined
  layer?: string | undefined
  tag?: string | undefined
  relationship?: string | undefined
}

/** So many names are listed of those that there are. */
const MAX_LISTED = 20

type Known = { what: string; plural: string; names: readonly string[]; isAnyCase?: boolean }

const sentenceFor = (word: string, { what, plural, names, isAnyCase }: Known): string[] => {
  const fold = (name: string): string => (isAnyCase ? name.toLowerCase() : name)
  if (names.some((name) => fold(name) === fold(word))) return []
  const nearest = nearestName(word, names)
  if (names.length === 0) return [`There is no ${what} "${word}": this lorebook has no ${plural}.`]
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  const more = names.length > MAX_LISTED ? ' and more' : ''
  const listed = names.slice(0, MAX_LISTED).join(', ')
  return [`There is no ${what} "${word}".${meant} There are: ${listed}${more}.`]
}

const unique = (words: readonly (string | null)[]): string[] => [
  ...new Set(words.filter((word) => word !== null)),
]

/** What was asked for that the book does not have, a sentence each with the nearest name: an empty answer alone would not say it. */
export const unknownWords = (
  { schema, project, entities }: Pick<Book, 'schema' | 'project' | 'entities'>,
  { type, layer, tag, relationship }: AskedWords,
): string[] => {
  const asked: [string | undefined, () => Known][] = [
    [
      type,
      () => ({
        what: 'entity type',
        plural: 'entity types',
        names: unique([
          ...schema.entity_types.map(({ name }) => name),
          ...entities.map((one) => one.type),
        ]),
      }),
    ],
    [
      layer,
      () => ({ what: 'layer', plural: 'layers', names: project.layers.map(({ name }) => name) }),
    ],
    [
      tag,
      () => ({
        what: 'tag',
        plural: 'tags',
        names: unique(entities.flatMap(({ tags }) => tags)).sort(),
        isAnyCase: true,
      }),
    ],
    [
      relationship,
      () => ({
        what: 'relationship',
        plural: 'relationships',
        names: unique(
          relationshipTypesOf(schema).flatMap(({ name, inverse = null }) => [name, inverse]),
        ),
      }),
    ],
  ]
  return asked.flatMap(([word, known]) => (word === undefined ? [] : sentenceFor(word, known())))
}
