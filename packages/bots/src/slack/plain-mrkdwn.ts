/** Zero-width, bidirectional and tag characters, which say what nobody sees. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu
/** Between a sign and what stands behind it, so that both together call nobody. */
const APART = '\u200b'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

const clean = (text: string): string =>
  text
    .replace(UNSEEN, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Slack would show or act on them
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .replace(/@(?=(?:here|channel|everyone|group)\b)/gi, `@${APART}`)

/**
 * Words of others as Slack takes them: brackets form no link and no call, and names of everybody call nobody. Cut to what fits when it is
 * escaped, never within an entity or a character.
 */
export const plainMrkdwn = (text: string, most: number): string => {
  const whole = escaped(clean(text))
  if (whole.length <= most) return whole
  let cut = ''
  for (const character of clean(text)) {
    const next = escaped(character)
    if (cut.length + next.length > most - 1) break
    cut += next
  }
  return `${cut.trimEnd()}…`
}

/** The same in one line. */
export const plainLine = (text: string, most: number): string =>
  plainMrkdwn(text.replace(/\s+/g, ' ').trim(), most)

/** A link with words of others on it; the address is ours. */
export const linkTo = (url: string, words: string, most: number): string =>
  `<${url.replace(/[<>|\s]/g, encodeURIComponent)}|${plainLine(words, most).replaceAll('|', '¦') || 'open'}>`
