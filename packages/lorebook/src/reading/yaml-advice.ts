/** What is wrong with a YAML text, in words of who wrote it: the parser's own speak of tokens. */
export type Advice = {
  message: string
  /** Line of the text to point at, from 0, where it is another than the parser's. */
  line?: number
}

const CONFLICT = /^(?:<{7}|>{7}|={7}$)/u
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/u
/** A field with its value; an item of a list too. */
const FIELD = /^\s*(?:-\s+)?["']?([^:"']+)["']?:[ \t]+(\S.*)$/u
const NO_SPACE = /^\s*["']?[\p{L}_][\p{L}\p{N}_-]*["']?:[^\s:/]/u
const RESERVED = /^[@`%*&!>|[\]{}"']/u

/** As it is to be written: what has quotes in it gets those of the other kind around it. */
const quotedField = (name: string, value: string): string => {
  const bare = value
    .trim()
    .replace(/^(?<quote>["'])(?<text>.*)\k<quote>,?$/u, '$<text>')
    .slice(0, 60)
  const isDouble = bare.includes('"')
  return `${name.trim().slice(0, 60)}: ${isDouble ? `'${bare.replaceAll("'", "''")}'` : `"${bare}"`}`
}

/** The line in which a quote begins that is not closed in it. */
const openQuote = (lines: readonly string[], before: number): number | undefined => {
  const at = lines
    .slice(0, before + 1)
    .findIndex((line) => /:\s+(?:"[^"]*|'[^']*)$|^\s*-\s+(?:"[^"]*|'[^']*)$/u.test(line))
  return at === -1 ? undefined : at
}

const ofValue = (line: string): string | undefined => {
  const [, name = '', value = ''] = FIELD.exec(line) ?? []
  if (value.startsWith('[[') || /\[\[.*\]\]/u.test(value))
    return `A wiki link needs quotes: ${name.trim().slice(0, 60)}: "[[Title]]"; several are a list: ["[[One]]", "[[Two]]"].`
  if (value.startsWith('- ')) return 'A list begins in the line after its name, one item a line.'
  if (RESERVED.test(value))
    return `A value that begins with ${value[0]} needs quotes around all of it, such as ${quotedField(name, value)}.`
  return undefined
}

const ofColon = (lines: readonly string[], at: number): string => {
  const line = lines[at] ?? ''
  const [, name = '', value = ''] = FIELD.exec(line) ?? []
  if (!/:(?:\s|$)/u.test(value))
    return 'The line after this field is indented, as if it were part of it. Begin all fields in the same column.'
  return `A value with a colon in it needs quotes, such as ${quotedField(name, value)}.`
}

const ofCode = (code: string, lines: readonly string[], at: number): Advice | undefined => {
  const line = lines[at] ?? ''
  switch (code) {
    case 'DUPLICATE_KEY':
      return { message: 'This key is already in the mapping; keep one of them.' }
    case 'TAB_AS_INDENT':
      return { message: 'Tabs may not indent YAML; use spaces.' }
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { message: ofColon(lines, at) }
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'UNEXPECTED_TOKEN':
      if (NO_SPACE.test(line))
        return { message: 'A field needs a space after its colon, such as title: North pier.' }
      return undefined
    default:
      return undefined
  }
}

const ofLine = (code: string, message: string, lines: readonly string[], at: number): Advice => {
  const quote = message.includes('closing') ? openQuote(lines, at) : undefined
  if (quote !== undefined)
    return { message: 'This quote is not closed. Put the same sign at its end.', line: quote }
  const line = lines[at] ?? ''
  if (message.startsWith('Flow'))
    return {
      message: 'A list or mapping in brackets is not closed. Put the bracket at its end.',
      line: /[[{]/u.test(line) ? at : Math.max(0, at - 1),
    }
  const known = ofCode(code, lines, at)
  if (known) return known
  const value = ofValue(line)
  if (value) return { message: value }
  if (/^[ \t]/u.test(lines[0] ?? '') || /^[ \t]/u.test(line))
    return { message: 'Begin all fields in the same column, without spaces before them.' }
  if (code === 'MULTILINE_IMPLICIT_KEY' || code === 'MISSING_CHAR')
    return {
      message:
        'This line is no field with a name and a colon. If the fields end above it, put a line --- there.',
    }
  return { message: `This is no valid YAML: ${message.replace(/\.?\s*$/u, '')}.` }
}

/** What to do about an error of the parser, `at` a line of the text, from 0. */
export const adviceFor = (
  { code, message }: { code: string; message: string },
  lines: readonly string[],
  at: number,
): Advice => {
  if (message.includes('call stack')) return { message: 'This YAML is nested too deeply.' }
  const conflict = lines.findIndex((line) => CONFLICT.test(line))
  if (conflict !== -1)
    return {
      message:
        'Two versions of this file were not merged. Keep one of them and remove the lines <<<<<<<, ======= and >>>>>>>.',
      line: conflict,
    }
  const odd = [at, at - 1].find(
    (one) => /^\s*\S*:?/u.test(lines[one] ?? '') && ODD_SPACE.test(lines[one] ?? ''),
  )
  if (odd !== undefined)
    return { message: 'A space here is a no-break space. Write a plain one.', line: odd }
  return ofLine(code, message, lines, at)
}
