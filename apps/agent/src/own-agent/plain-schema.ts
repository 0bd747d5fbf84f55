/** What every provider's structured output takes. Lengths are checked by the server, which refuses what passes them. */
const KEPT = new Set([
  'type',
  'enum',
  'description',
  'properties',
  'required',
  'items',
  'additionalProperties',
])

type Schema = Record<string, unknown>

/** A JSON Schema without what strict modes refuse, every field of an object required. */
export const plainSchema = (schema: Schema): Schema => {
  const plain: Schema = {}
  for (const [name, value] of Object.entries(schema)) {
    if (!KEPT.has(name)) continue
    if (name === 'properties') {
      plain[name] = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([key, one]) => [
          key,
          plainSchema(one),
        ]),
      )
    } else if (name === 'items') plain[name] = plainSchema(value as Schema)
    else plain[name] = value
  }
  if (plain['type'] !== 'object') return plain
  plain['required'] = Object.keys((plain['properties'] as Schema | undefined) ?? {})
  plain['additionalProperties'] = false
  return plain
}
