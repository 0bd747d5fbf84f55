import type { BookAnswer } from '@teamlore/shared/books'
import { repositoryName } from '@teamlore/shared/repository-name'
import { plainLine } from '../../lib/format/plain-text.ts'

type Declared = { name: string; description?: string | undefined }
export type DeclaredType = Declared & {
  properties: (Declared & { type: string; values?: string[]; required?: boolean; needs?: string })[]
  field_mappings: { field: string; relationship: string; target_type: string[] }[]
}
export type DeclaredRelationship = Declared & {
  inverse?: string
  symmetric?: boolean
  needs?: string
}

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

/** What the schema of a book declares; the server has checked it. */
export const typesOf = ({ schema }: BookAnswer): DeclaredType[] =>
  listOf<DeclaredType>(schema['entity_types'])
export const relationshipsOf = ({ schema }: BookAnswer): DeclaredRelationship[] =>
  listOf<DeclaredRelationship>(schema['relationship_types'])

/** Layers in which something happens. */
export const happeningLayers = ({ layers }: BookAnswer): string[] =>
  layers.filter(({ canonical }) => !canonical).map(({ name }) => name)

/** The layer that is looked at by default: the last in which something happened, before any that asks what if. */
export const usualLayer = (book: BookAnswer): string | undefined => {
  const happening = happeningLayers(book)
  const asked = new Set(book.layers.filter(({ overrides }) => overrides).map(({ name }) => name))
  return happening.filter((name) => !asked.has(name)).at(-1) ?? happening.at(-1)
}

/** A value of a property in a line. */
export const inLine = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(inLine).join(', ')
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value ?? '')

/** Where the files of a book come from. */
export const bookPlace = ({ repository, branch }: NonNullable<BookAnswer['home']>): string =>
  plainLine([repositoryName(repository), branch].filter(Boolean).join(', '))
