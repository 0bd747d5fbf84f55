import { z } from 'zod'
import { defineError } from '../errors.ts'

export const cursorInvalid = defineError(
  'invalid',
  'cursor.invalid',
  'This cursor does not belong to this list; begin again without `cursor`.',
)

export type Cursor<K> = {
  encode(key: K): string
  encode(key: K | null): string | null
  /** @throws DomainError `cursor.invalid` for anything this list did not hand out. */
  decode(cursor: string | undefined): K | undefined
}

/** Opaque page marks of one list: a key of that list and its name, so that another list's mark is refused. */
export const defineCursor = <K>(list: string, key: z.ZodType<K>): Cursor<K> => {
  const schema = z.tuple([z.literal(list), key])
  const encode = (value: K | null): string | null =>
    value === null ? null : Buffer.from(JSON.stringify([list, value])).toString('base64url')
  return {
    encode: encode as Cursor<K>['encode'],
    decode: (cursor) => {
      if (cursor === undefined) return undefined
      const parsed = schema.safeParse(parseOrUndefined(cursor))
      if (!parsed.success) throw cursorInvalid()
      return parsed.data[1]
    },
  }
}

const parseOrUndefined = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

const idSchema = z.string().regex(/^[a-z]{3,4}_[0-9a-z]{26}$/)

/** Of a list by time in which some have none; those come last. `at` is exact up to 2250, as far as a double goes. */
export const recentKeySchema = z.strictObject({ at: z.number().int().nullable(), id: idSchema })

/** Lists by time. */
export const timeCursor = (list: string) => defineCursor(list, recentKeySchema)

export const idCursor = (list: string) => defineCursor(list, z.strictObject({ id: idSchema }))

export const placeCursor = (list: string) =>
  defineCursor(
    list,
    z.strictObject({
      ordinal: z.number().int().min(0).max(2_147_483_647),
      id: idSchema,
      backward: z.boolean(),
    }),
  )
