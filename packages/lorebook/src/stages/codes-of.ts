import type { Entity } from '../book.types.ts'
import type { JsonValue } from '../json.types.ts'
import { codeKey } from '../names.ts'
import type { BookSchema } from '../schema/schema.types.ts'

const plain = (value: JsonValue | undefined): string[] => {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return values.flatMap((one) => {
    const isPlain = typeof one === 'string' || typeof one === 'number'
    const key = isPlain ? codeKey(String(one)) : ''
    return key === '' ? [] : [key]
  })
}

/** What an entity answers to by the identity fields of its type: `7` in the field `adr` of a decision is `7`, `ADR-7` and `decision-7`. */
export const codesOf = ({ entity_types }: BookSchema) => {
  const identities = new Map(entity_types.map(({ name, identity }) => [name, identity]))
  return ({ type, properties }: Pick<Entity, 'type' | 'properties'>): string[] =>
    (identities.get(type ?? '') ?? []).flatMap((field) =>
      plain(Object.hasOwn(properties, field) ? properties[field] : undefined).flatMap((code) => [
        code,
        codeKey(`${field}-${code}`),
        codeKey(`${type}-${code}`),
      ]),
    )
}
