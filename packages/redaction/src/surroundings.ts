/** Sources of patterns for what stands around secrets in texts of all kinds, also where those stand within JSON. */

/**
 * Where a word may begin: behind no letter or digit, or behind the letter of an escape, as in `"token:\nghp_…"`. Names of
 * tools join their parts with two underscores.
 */
export const BEGINS_HERE = '(?:(?<![A-Za-z0-9_])|(?<=\\\\[abefnrtv0]|__))'

/** The same for what is recognised by its shape alone: a name that goes on with it behind an underscore does not hide it. */
export const BEGINS_IN_NAME = '(?:(?<![A-Za-z0-9])|(?<=\\\\[abefnrtv0]))'

/** Backslashes in front of a quote: each JSON within JSON doubles them. */
export const SLASHES = '\\\\{0,7}'

/** What `grep -n`, `cat -n` and `diff` write in front of a line. */
export const HEAD_OF_LINE = '(?:[+-]|[ \\t]{0,8}\\d{1,6}[\\t→:|-]|[\\w./-]{1,120}[:-]\\d{1,6}[:-])'
export const LINE_END = '(?:[ \\t\\r]|\\\\{1,7}[rt]){0,4}(?:\\n|\\\\{1,7}n)'
/** The end of a line and all that programs write in front of the next, so that what is moved in counts from here. */
export const WHOLE_LINE_END = `${LINE_END}(?:${HEAD_OF_LINE}|(?!${HEAD_OF_LINE}))`
/** The end of a line and what stands before the next. */
export const NEXT_LINE = `${LINE_END}${HEAD_OF_LINE}?(?:[ \\t]|\\\\{1,7}t){0,24}`
/** The same, or blanks. */
export const BETWEEN = `(?:${NEXT_LINE}|[ \\t]{1,24})`
/** Behind the last character of a line. */
export const ENDS_LINE = /^(?:[ \t]|\\{1,7}[rt]){0,8}(?:$|[\r\n"'`]|\\{1,7}n)/
/** `|` of YAML behind a name: how its lines become one may follow, and a remark. */
export const BLOCK_SIGN =
  '[ \\t]{1,8}(?:![!\\w:.]{1,40}[ \\t]{1,4})?[|>][-+\\d]{0,2}(?:[ \\t]{1,8}#[^\\n\\\\"]{0,120})?'
/** Lines with nothing in them. */
export const EMPTY_LINES = `(?:${LINE_END}(?=${HEAD_OF_LINE}?${LINE_END})${HEAD_OF_LINE}?){0,3}`

/** What stands in front of a match. An anchor of fewer than three characters would be everywhere, so rules look back from a longer one. */
export const inFront = (match: RegExpExecArray, length: number): string =>
  match.input.slice(Math.max(0, match.index - length), match.index)
