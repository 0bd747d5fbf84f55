/** What two spellings of one name have in common: case, width of spaces and composition of letters do not distinguish them. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()

const WIKI_LINK = /^\[\[([^[\]|#^]+)(?:[#^][^[\]|]*)?(?:\|[^[\]]*)?\]\]$/u

/** The name within a value of front matter: `"[[Westport|the port]]"` names Westport, as does plain `Westport`. */
export const nameIn = (value: string): string => {
  const text = value.trim()
  return WIKI_LINK.exec(text)?.[1]?.trim() ?? text
}
