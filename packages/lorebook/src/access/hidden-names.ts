import type { Entity } from '../book.types.ts'
import { isJsonObject, type JsonValue } from '../json.types.ts'
import { nameIn, nameKey } from '../names.ts'

const WIKI_LINK = /!?\[\[([^[\]|#^\n]+)(?:[#^][^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/gu
/** Stands where a visible text links to something hidden. */
export const HIDDEN = '[hidden]'

const namesOf = ({ name, aliases }: Entity): string[] => [name, ...aliases].map(nameKey)

/** Names that only hidden entities bear, so that naming them names those. */
export const newHiddenNames = (shown: readonly Entity[], hidden: readonly Entity[]) => {
  const known = new Set(shown.flatMap(namesOf))
  const secret = new Set(hidden.flatMap(namesOf).filter((name) => !known.has(name)))
  const isSecret = (name: string): boolean => secret.has(nameKey(name))

  /** A value without what names something hidden; undefined where nothing is left of it. */
  const maskedValue = (value: JsonValue): JsonValue | undefined => {
    if (typeof value === 'string') return isSecret(nameIn(value)) ? undefined : maskedText(value)
    if (Array.isArray(value)) {
      const items = value as readonly JsonValue[]
      const kept = items.flatMap((one) => maskedValue(one) ?? [])
      return kept.length === 0 && items.length > 0 ? undefined : kept
    }
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]): [string, JsonValue][] => {
        const kept = isSecret(name) ? undefined : maskedValue(one)
        return kept === undefined ? [] : [[name, kept]]
      }),
    )
  }
  /** A text whose links to what is hidden say no more than that something is. */
  const maskedText = (text: string): string =>
    text.replace(WIKI_LINK, (link: string, target: string, shownAs?: string) => {
      const name = target.split('/').at(-1)?.replace(/\.md$/iu, '').trim() ?? target
      if (!isSecret(name) && !isSecret(target.trim())) return link
      return shownAs === undefined || isSecret(shownAs) ? HIDDEN : shownAs
    })
  return { isSecret, maskedValue, maskedText }
}

export type HiddenNames = ReturnType<typeof newHiddenNames>
