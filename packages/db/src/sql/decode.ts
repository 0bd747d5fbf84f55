import type { SQL } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** Reads a value that a statement answered with. @throws Error when it is of another kind. */
export type Decoder<T> = (value: unknown) => T

/** What each column of an answer is read by. */
type Shape = Readonly<Record<string, Decoder<unknown>>>

export type Decoded<S extends Shape> = { [Name in keyof S]: ReturnType<S[Name]> }

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value)

const expecting =
  <T>(kind: string, isOne: (value: unknown) => value is T): Decoder<T> =>
  (value) => {
    if (isOne(value)) return value
    throw new TypeError(`${kind} was expected, and the database has ${kindOf(value)}.`)
  }

export const text = expecting('a text', (value) => typeof value === 'string')
/** Also counts; one beyond what a number holds exactly is refused. */
export const number = expecting('a number', (value) => typeof value === 'number')
export const flag = expecting('true or false', (value) => typeof value === 'boolean')
const object = expecting('JSON', (value) => typeof value === 'object' && value !== null)
const list = expecting('a list', (value): value is unknown[] => Array.isArray(value))

/** An id, or one of a few words that the database allows alone. */
export const textOf =
  <T extends string>(): Decoder<T> =>
  (value) =>
    text(value) as T

/** JSON that was checked when it was written, an object or a list. */
export const jsonOf =
  <T extends object>(): Decoder<T> =>
  (value) =>
    object(value) as T

export const listOf =
  <T>(item: Decoder<T>): Decoder<T[]> =>
  (value) =>
    list(value).map(item)

export const orNull =
  <T>(of: Decoder<T>): Decoder<T | null> =>
  (value) =>
    value === null ? null : of(value)

/** The rows that a statement answers with, each value read by the decoder of its column. */
export const decoded = async <S extends Shape>(
  db: DbExecutor,
  shape: S,
  query: SQL,
): Promise<Decoded<S>[]> => {
  const columns = Object.entries(shape)
  const found = await rows(db, query)
  return found.map((row) => {
    const read: Record<string, unknown> = {}
    for (const [name, decode] of columns) {
      try {
        read[name] = decode(row[name])
      } catch (error) {
        throw new TypeError(`In column ${name}, ${error instanceof Error ? error.message : error}`)
      }
    }
    return read as Decoded<S>
  })
}
