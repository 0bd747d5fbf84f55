/** What two spellings of one name have in common: case, width of spaces and composition of letters do not distinguish them. */
export const nameKey = (name: string): string =>
  PLAIN.test(name)
    ? name.toLowerCase()
    : name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()

/** Words of ASCII with single spaces between them, which most names are: only their case can differ. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

const WIKI_LINK = /^\[\[([^[\]|#^]+)(?:[#^][^[\]|]*)?(?:\|[^[\]]*)?\]\]$/u

/** The name within a value of front matter: `"[[Westport|the port]]"` names Westport, as does plain `Westport`. */
export const nameIn = (value: string): string => {
  const text = value.trim()
  return WIKI_LINK.exec(text)?.[1]?.trim() ?? text
}

/** A path without the ending of its file. */
export const withoutEnding = (path: string): string => path.replace(/\.(?:md|markdown)$/iu, '')

/** What a file is called without its folders and its ending. */
export const fileName = (path: string): string => withoutEnding(path.split('/').at(-1) ?? path)

/** What spellings of a number or code have in common: `ADR-7`, `adr 007` and `Adr_7` are one. */
export const codeKey = (code: string): string =>
  nameKey(code)
    .replace(/[\s_-]+/gu, '-')
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, '')
