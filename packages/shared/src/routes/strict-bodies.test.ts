import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from './route.ts'
import { ROUTES } from './table.ts'

type Seen = Set<z.core.$ZodType>

/** Paths of all objects inside a schema that would let fields pass which nobody named. */
const lax = (schema: z.core.$ZodType, path: string, seen: Seen): string[] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const inside = (inner: unknown, name: string): string[] =>
    inner instanceof z.core.$ZodType ? lax(inner, `${path}${name}`, seen) : []
  const { def } = schema._zod as unknown as { def: z.core.$ZodTypeDef & Record<string, unknown> }
  const found = Object.entries(def['shape'] ?? {}).flatMap(([key, value]) =>
    inside(value, `.${key}`),
  )
  const isOpen =
    def.type === 'object' &&
    (def['catchall'] as z.core.$ZodType | undefined)?._zod.def.type !== 'never'
  for (const name of ['innerType', 'element', 'in', 'left', 'right', 'valueType'])
    found.push(...inside(def[name], ''))
  for (const [index, option] of ((def['options'] as unknown[]) ?? []).entries())
    found.push(...inside(option, `|${index}`))
  return isOpen ? [path, ...found] : found
}

/** What a browser writes about a passkey: its fields are a standard's, and grow. */
const BY_A_STANDARD = /\.response$/

const rows = rowsOf(ROUTES).map(({ row }) => row)

describe('what is sent to a route', () => {
  test.each(
    rows.flatMap(({ method, path, body, query, wire }) => [
      ...(body && wire !== 'file' ? [{ name: `${method} ${path}`, schema: body }] : []),
      ...(query ? [{ name: `${method} ${path}?`, schema: query }] : []),
    ]),
  )('$name holds nothing that its schema does not name', ({ name, schema }) => {
    const open = lax(schema as unknown as z.core.$ZodType, name, new Set())
    expect(open.filter((path) => !BY_A_STANDARD.test(path))).toEqual([])
  })

  test('is looked at inside lists, unions and what may be missing', () => {
    const open = z.object({ a: z.string() })
    const shapes = [
      open,
      z.strictObject({ list: z.array(open).optional() }),
      z.union([z.string(), open]).default('x'),
      z.strictObject({ of: z.record(z.string(), open) }),
      open.refine(() => true),
      open.transform(String),
    ]
    for (const shape of shapes)
      expect(lax(shape as unknown as z.core.$ZodType, '', new Set())).toHaveLength(1)
  })
})
