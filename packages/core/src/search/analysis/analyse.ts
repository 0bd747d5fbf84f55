import { tokenise } from './tokenise.ts'

/** A title, concepts and paths, the body, and what should count least (tool output). */
export type FieldWeight = 'A' | 'B' | 'C' | 'D'
export type Field = { text: string; weight: FieldWeight }

export type Analysis = {
  /** Literal of PostgreSQL's tsvector, accepted whatever the text was. */
  tsv: string
  /** Words that are no stop words. */
  length: number
}

const MAX_POSITION = 16_383
const MAX_PER_LEXEME = 255
/** Between fields, so that no phrase runs from a title into a body. */
const FIELD_GAP = 16

type Occurrences = { places: string; count: number }

/**
 * Turns fields into the text index's form, the same for documents and questions (docs/search.md).
 * `scopes` are lexemes without a position, such as those of `scopeLexeme`, which no text can contain.
 */
export const analyse = (fields: readonly Field[], scopes: readonly string[] = []): Analysis => {
  const found = new Map<string, Occurrences>()
  let position = 1
  let length = 0
  let suffix = 'C'
  const add = (lexeme: string, at: number): void => {
    const place = `${Math.min(at, MAX_POSITION)}${suffix}`
    const known = found.get(lexeme)
    if (known === undefined) found.set(lexeme, { places: place, count: 1 })
    else if (known.count < MAX_PER_LEXEME) {
      known.places += `,${place}`
      known.count++
    }
  }
  for (const field of fields) {
    suffix = field.weight === 'D' ? '' : field.weight
    tokenise(field.text, ({ words, wholes, weight }) => {
      for (let i = 0; i < words.length; i++) add(words[i] ?? '', position + i)
      for (const { lexeme, at } of wholes) add(lexeme, position + at)
      position += words.length
      length += weight
    })
    position += FIELD_GAP
  }
  return { tsv: literalOf(found, scopes), length }
}

const literalOf = (found: Map<string, Occurrences>, scopes: readonly string[]): string => {
  const parts = scopes.map(quoteLexeme)
  for (const [lexeme, { places }] of found) parts.push(`${quoteLexeme(lexeme)}:${places}`)
  return parts.join(' ')
}

/** In a tsvector or tsquery literal, only these two need care once the lexeme is in quotes. */
export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
