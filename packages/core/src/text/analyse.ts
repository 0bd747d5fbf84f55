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

/**
 * Turns fields into the text index's form, the same for documents and questions (docs/search.md).
 * `scopes` are lexemes without a position, such as those of `scopeLexeme`, which no text can contain.
 */
export const analyse = (fields: readonly Field[], scopes: readonly string[] = []): Analysis => {
  const found = new Map<string, string[]>()
  let position = 1
  let length = 0
  let names: readonly string[] = []
  const add = (lexeme: string, at: number): void => {
    const place = names[Math.min(at, MAX_POSITION)] ?? ''
    const known = found.get(lexeme)
    if (known === undefined) found.set(lexeme, [place])
    else if (known.length < MAX_PER_LEXEME) known.push(place)
  }
  for (const field of fields) {
    names = namesFor(field.weight)
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

const namesOfPlaces = new Map<FieldWeight, readonly string[]>()

/** Every place as the literal writes it, made once: making these texts anew took a tenth of the analyser's time. */
const namesFor = (weight: FieldWeight): readonly string[] => {
  const known = namesOfPlaces.get(weight)
  if (known !== undefined) return known
  const suffix = weight === 'D' ? '' : weight
  const names = Array.from({ length: MAX_POSITION + 1 }, (_, at) => `${at}${suffix}`)
  namesOfPlaces.set(weight, names)
  return names
}

const literalOf = (found: Map<string, string[]>, scopes: readonly string[]): string => {
  const parts = scopes.map(quoteLexeme)
  for (const [lexeme, places] of found) parts.push(`${quoteLexeme(lexeme)}:${places.join(',')}`)
  return parts.join(' ')
}

const SPECIAL = /['\\]/

/** In a tsvector or tsquery literal, only these two need care once the lexeme is in quotes. */
export const quoteLexeme = (lexeme: string): string =>
  SPECIAL.test(lexeme)
    ? `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${lexeme}'`
