/** Letters that are written with joiners: there the joiner is spelling, elsewhere it hides. */
const JOINED =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]'

const UNSEEN = new RegExp(
  [
    // Soft hyphens, fillers, signs without width, of direction, between lines, and of notes.
    '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f]',
    '[\\u2800\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1d173}-\\u{1d17a}\\u{1bca0}-\\u{1bca3}]',
    // Tags, which spell words that nobody sees, and what else the last plane holds.
    '[\\u{e0000}-\\u{e0fff}]',
    // Those that belong to what stands around them stay. What is looked for comes first, so that little is looked at.
    '[\\ufe0e\\ufe0f](?<!\\p{Emoji}.)',
    `\\u200c(?:(?<!${JOINED}\\p{M}?.)|(?!${JOINED}))`,
    `\\u200d(?:(?<!(?:${JOINED}\\p{M}?|\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?).)|(?!${JOINED}|\\p{Extended_Pictographic}))`,
  ].join('|'),
  'gu',
)

/** Whole sequences of a terminal: their letters are no words. */
const SEQUENCES = new RegExp(
  [
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]{0,2000}(?:\\u0007|\\u001b\\\\|\\u009c)',
    '(?:\\u001b\\[|\\u009b)[0-9;:<=>?]{0,40}[ -/]{0,4}[@-~]',
  ].join('|'),
  'g',
)

const CONTROLS = /(?![\t\n])\p{Cc}/gu

/** Most texts hold nothing beyond what a keyboard writes. */
const MAY_HIDE = /[^\t\n -~]/

/** A line break by another name: in a terminal it writes over what stands before it. */
const OTHER_BREAKS = /\r\n?|[\u2028\u2029]/g

/**
 * Without what nobody sees: escapes of terminals, signs without width, of direction, and tags that spell hidden words. Taking one out
 * can make another of what stood around it, so that it is looked at until nothing is left.
 */
export const visible = (text: string): string => {
  if (!MAY_HIDE.test(text)) return text
  let left = text.replace(OTHER_BREAKS, '\n')
  for (let before = ''; before !== left; ) {
    before = left
    left = before.replace(UNSEEN, '').replace(SEQUENCES, '').replace(CONTROLS, '')
  }
  return left
}
