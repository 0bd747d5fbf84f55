import type { Entity } from '../book.types.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.types.ts'
import { codeKey, fileName, nameIn, nameKey, withoutEnding } from '../names.ts'
import type { BookSchema } from '../schema/schema.types.ts'
import { codesOf } from '../stages/codes-of.ts'
import { maskLinks } from './mask-links.ts'

const namesOf = ({ name, aliases }: Entity): string[] => [name, ...aliases].map(nameKey)
const filesOf = ({ source }: Entity): string[] => (source ? [nameKey(fileName(source.path))] : [])
const pathsOf = ({ source }: Entity): string[] =>
  source ? [nameKey(withoutEnding(source.path))] : []

/** What hidden entities alone answer to in one way. */
const only = (
  shown: readonly Entity[],
  hidden: readonly Entity[],
  namesIn: (entity: Entity) => string[],
): Set<string> => {
  const known = new Set(shown.flatMap(namesIn))
  return new Set(hidden.flatMap(namesIn).filter((name) => !known.has(name)))
}

/** Names that only hidden entities bear, so that naming them names those. */
export const newHiddenNames = (
  shown: readonly Entity[],
  hidden: readonly Entity[],
  schema: BookSchema,
) => {
  const secret = only(shown, hidden, namesOf)
  const codes = only(shown, hidden, codesOf(schema))
  const files = only(shown, hidden, filesOf)
  const paths = [...only(shown, hidden, pathsOf)]
  const shownNames = new Set(shown.flatMap(namesOf))
  const isSecret = (name: string): boolean => secret.has(nameKey(name))
  const isSecretCode = (name: string): boolean =>
    codes.has(codeKey(name)) && !shownNames.has(nameKey(name))
  const isSecretPath = (path: string): boolean => {
    const steps = path.split('/').filter((step) => step !== '' && step !== '.' && step !== '..')
    const end = nameKey(withoutEnding(steps.join('/')))
    return paths.some((one) => one === end || one.endsWith(`/${end}`))
  }
  /** Whether a link leads to something hidden: by its name, a code, its file or its path. */
  const isSecretLink = (target: string): boolean => {
    const name = fileName(target)
    if (isSecret(target) || isSecret(name) || isSecretCode(target) || isSecretCode(name))
      return true
    if (files.has(nameKey(name)) && !shownNames.has(nameKey(name))) return true
    return target.includes('/') && isSecretPath(target)
  }
  const isSecretReference = (value: JsonValue): boolean =>
    (typeof value === 'string' || typeof value === 'number') && isSecretLink(nameIn(String(value)))

  /** A text whose links to what is hidden say no more than that something is. */
  const maskedText = (text: string): string => maskLinks(text, { isSecret, isSecretLink })
  const maskedString = (value: string): string | undefined =>
    isSecret(nameIn(value)) || (/\p{L}/u.test(value) && isSecretCode(nameIn(value)))
      ? undefined
      : maskedText(value)

  /** A value without what names something hidden; undefined where nothing is left of it. `isReference`: its field names entities. */
  const maskedValue = (value: JsonValue, isReference = false): JsonValue | undefined => {
    if (isReference && isSecretReference(value)) return undefined
    if (typeof value === 'string') return isReference ? maskedList(value) : maskedString(value)
    if (Array.isArray(value)) return maskedItems(value as readonly JsonValue[], isReference)
    return isJsonObject(value) ? maskedObject(value) : value
  }
  const maskedItems = (items: readonly JsonValue[], isReference: boolean) => {
    const kept = items.flatMap((one) => maskedValue(one, isReference) ?? [])
    return kept.length === 0 && items.length > 0 ? undefined : kept
  }
  const maskedObject = (value: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, one]): [string, JsonValue][] => {
        const kept = isSecret(name) ? undefined : maskedValue(one)
        return kept === undefined ? [] : [[name, kept]]
      }),
    )
  const maskedList = (value: string): string | undefined => {
    const parts = value.split(',')
    if (parts.length < 2) return maskedString(value)
    const kept = parts.filter((part) => !isSecretReference(part.trim()))
    return kept.length === 0 ? undefined : maskedString(kept.join(',').trim())
  }
  return { isSecret, maskedValue, maskedText }
}

export type HiddenNames = ReturnType<typeof newHiddenNames>
