import { withoutMarkdown } from './without-markdown.ts'

/** Words alone: capitals, punctuation and Markdown do not count. */
const wordsOf = (text: string): string =>
  withoutMarkdown(text)
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()

/** Written without spaces between words, so that any character may end one. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]$/u

/** A title for places that show its statement as well: empty where it is the statement again, or its beginning. */
export const ownTitle = (title: string, statement: string): string => {
  const words = wordsOf(title)
  const said = wordsOf(statement)
  if (words === '' || words === said) return ''
  const isCut = /(?:…|\.\.\.)\s*$/u.test(title) || UNSPACED.test(words)
  return said.startsWith(isCut ? words : `${words} `) ? '' : title
}
