/**
 * Texts of sessions are mostly Markdown, and short places (titles, snippets) show plain text. Here go the signs that only a
 * renderer would take away: fences, code spans, emphasis by asterisks, headings. Code keeps every character, and so do
 * asterisks that are no emphasis (globs, products). One pass over lines and no parser: this runs for each hit of a page.
 */
export const withoutMarkdown = (text: string): string => {
  if (!/[`*#~]/.test(text)) return text
  const lines = text.split('\n')
  let isCode = beginsInsideFence(lines)
  const shown: string[] = []
  for (const line of lines) {
    if (FENCE.test(line)) isCode = !isCode
    else shown.push(isCode ? line : withoutInline(withoutLead(line)))
  }
  return shown.join('\n')
}

/** The same for a title, whose end may have been cut off with the second half of a pair. */
export const titleWithoutMarkdown = (title: string): string => {
  const plain = withoutMarkdown(title)
  if (!plain.endsWith('…')) return plain
  return plain.replace(/`+(?=[^`]*$)/, '').replace(/(^|[\s([{"'“‘])\*{1,3}(?=[^\s*][^*]*$)/, '$1')
}

const FENCE = /^\s*(?:`{3,}|~{3,})[^`]*$/
const BARE_FENCE = /^\s*(?:`{3,}|~{3,})\s*$/

/** A part of a longer text may begin amid code: then its fences do not come in pairs, and the first one only closes. */
const beginsInsideFence = (lines: readonly string[]): boolean => {
  const fences = lines.filter((line) => FENCE.test(line))
  return fences.length % 2 === 1 && BARE_FENCE.test(fences[0] ?? '')
}

/** A heading's sign goes; an asterisk before an entry of a list becomes the dash that reads the same. */
const withoutLead = (line: string): string =>
  line.replace(/^\s{0,3}#{1,6}\s+/, '').replace(/^(\s*)\*\s+/, '$1- ')

const CODE = /(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g
/** Stands for a code span while emphasis is looked for; no stored text has it. */
const HOLE = '\u0000'

const withoutInline = (line: string): string => {
  if (!line.includes('`')) return withoutEmphasis(line)
  const codes: string[] = []
  const holed = line.replaceAll(HOLE, '').replace(CODE, (_, __, code: string) => {
    codes.push(/^ .*\S.* $/.test(code) ? code.slice(1, -1) : code)
    return HOLE
  })
  let at = 0
  return withoutEmphasis(holed).replaceAll(HOLE, () => codes[at++] ?? '')
}

/** What may stand before and behind emphasis: neither letters of code nor parts of a path. */
const BEFORE = String.raw`(?<=^|[\s(\[{"'“‘|—–:,;>]|[^\0-\u007f])`
const BEHIND = String.raw`(?=$|[\s.,;:!?)\]}"'”’…|—–<]|[^\0-\u007f])`
const EMPHASIS = [3, 2, 1].map(
  (signs) =>
    new RegExp(
      String.raw`${BEFORE}(?<!\*)\*{${signs}}(?=[^\s*])(.*?[^\s*\\])\*{${signs}}(?!\*)${BEHIND}`,
      'g',
    ),
)

const withoutEmphasis = (line: string): string =>
  line.includes('*')
    ? EMPHASIS.reduce((rest, emphasis) => rest.replace(emphasis, '$1'), line)
    : line
