const SPECIAL = /[\\*_{}[\]<>()#+!|~`]/g
/** Between a sign and what stands behind it: hosts link people and issues by both together. */
const APART = '\u200b'

/** Zero-width, bidirectional and tag characters, which say what nobody sees. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const proseOf = (text: string): string =>
  text
    .replace(SPECIAL, '\\$&')
    .replace(/@(?=[\p{L}\p{N}])/gu, `@${APART}`)
    .replace(/([#!$%&])(?=\d)/g, `$1${APART}`)
    .replace(/\b(GH-)(?=\d)/gi, `$1${APART}`)

/**
 * Words of others in Markdown: they are shown as they are, call nobody, link no issue and form nothing. Code in backticks stays code. All in
 * one line.
 */
export const plainMarkdown = (text: string): string =>
  text
    .replace(UNSEEN, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a host would show or act on them
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : proseOf(part)))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()

/** Code in one line, whatever it holds: with more backticks around it than in it. */
export const inlineCode = (text: string): string => {
  const clean = text.replace(UNSEEN, '').replace(/\s+/g, ' ')
  const longest = Math.max(0, ...(clean.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `\`${clean}\`` : `${fence} ${clean} ${fence}`
}
