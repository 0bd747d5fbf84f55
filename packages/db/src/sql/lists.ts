import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { json } from './json.ts'

/** A list as one parameter, so that equal questions are equal statements. */
export const textArray = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${json(values)}))`

const LIKE_SPECIAL = /[\\%_]/g

/** A text for itself, in a pattern. */
export const escapeLike = (text: string): string => text.replace(LIKE_SPECIAL, '\\$&')

/** `*` for any text, everything else for itself. */
export const likePattern = (pattern: string): string => escapeLike(pattern).replaceAll('*', '%')

/** For a comparison with any of a list. */
export const textsIn = (values: readonly string[]): SQL => sql`any(${textArray(values)})`

/** Whether a column has any of these values: one parameter, however many there are. */
export const isAmong = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} = ${textsIn(values)}`
