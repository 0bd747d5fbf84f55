import type { Entity } from '../book.types.ts'
import type { Place } from '../problems.ts'

/** Where an entity is described; only of what has a file anything can be reported. */
export const placeOfEntity = ({ source }: Entity): Place | undefined =>
  source === null ? undefined : { file: source.path, line: source.line, column: 1 }
