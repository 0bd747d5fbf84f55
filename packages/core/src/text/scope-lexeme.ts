/** What a document can be narrowed down by inside the text index itself, so that a rare scope also bounds the work. */
export const SCOPE_MARKS = {
  team: 'g',
  project: 'p',
  session: 's',
  kind: 'k',
  type: 'y',
  tool: 't',
  author: 'u',
  branch: 'b',
  concept: 'c',
  book: 'o',
} as const

export type ScopeName = keyof typeof SCOPE_MARKS

const MAX_VALUE_CHARS = 60

/** Lower-case ASCII without spaces, as ids and most names are: nothing to fold. */
const PLAIN = /^[!-@[-~]*$/

const folded = (value: string): string =>
  PLAIN.test(value) ? value : value.normalize('NFKC').toLowerCase().replace(/\s+/g, '-')

/** Half of a character, where the cut went through one: no database takes it. */
const HALF = /[\ud800-\udbff]$/

/** `#p:prj_…`. No text yields such a lexeme: words never begin with `#`. */
export const scopeLexeme = (name: ScopeName, value: string): string =>
  `#${SCOPE_MARKS[name]}:${folded(value).slice(0, MAX_VALUE_CHARS).replace(HALF, '')}`
