import type { Entity } from '../book.types.ts'
import type { Place } from '../problems.ts'

/** Where an entity is told of; only what has a file can be told about. */
export const placeOfEntity = ({ source }: Entity): Place | undefined =>
  source === null ? undefined : { file: source.path, line: source.line, column: 1 }
