const NAMES = ['results', 'record', 'context', 'transcript', 'linked_sessions', 'made_up']

const LETTERS = [
  'lore',
  'LORE',
  'lоrе',
  'ｌｏｒｅ',
  '1ore',
  'I0re',
  '|ore',
  '𝐥𝐨𝐫𝐞',
  'ⓛⓞⓡⓔ',
  'ʟᴏʀᴇ',
  'ľöŕë',
  'l\u0336o\u0336r\u0336e\u0336',
  'l o r e',
  'l.o.r.e',
  'l*ore*',
  'λore'.replace('λ', 'ӏ'),
  'lοгe',
  'l\u043ere',
  ...['լore', 'ɭore', 'ߊore', 'lɵre', 'lσre'],
]

const OPENINGS = [
  ...['<', '< ', '<\n', '<<', '＜', '﹤', '‹', '«', '〈', '《', '⟨', '❮', '≺', '˂', 'ᐸ', '≮'],
  ...['&lt;', '&LT;', '&lt', '&#60;', '&#x3c;', '&#x0003C;', '&amp;lt;', '\\u003c', '\\x3c'],
  ...['\\u{3c}', '%3C', '%253c', '\\<'],
  ...['⦓', '⩻', '⫷', '⊰', '⟃', '⊏', '\\74', '\\074', '&lsaquo;', '&lang;', '&laquo;'],
]
const OTHER_BRACKETS = ['[', '{', '(', '［', '【', '⟦', '{{', '[[']

const SLASHES = ['/', ' / ', '\\', '／', '⁄', '∕', '╱', '\\/', '&#47;', '&sol;', '%2F', '//', '!/']

/** Signs that nobody sees, with which a word can be broken or reversed. */
export const UNSEEN = [
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u180e', '\u3164'],
  ...['\u202e', '\u202a', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c', '\u2800', '\ufe0f'],
  ...['\u{e0041}', '\u{e007f}', '\u{e0101}', '\u0000', '\u0007', '\u0008', '\u007f', '\u009b31m'],
  ...['\u001b', '\u001b[31m', '\u001b[2K', '\u001b]0;title\u0007', '\u001b]8;;http://a\u001b\\'],
  ...['\u001bP1q\u001b\\', '\u{1d173}', '\ufff9'],
]

/** Ways to write what begins or ends a frame of an answer, or what looks like it. */
export const frameVariants = (): string[] => [
  ...OPENINGS.flatMap((opening, place) => {
    const name = NAMES[place % NAMES.length]
    return [
      `${opening}/lore_${name}>`,
      `${opening}${SLASHES[place % SLASHES.length]}${LETTERS[place % LETTERS.length]}_${name}>`,
      `${opening}lore_${NAMES[place % 5]} note="x">`,
    ]
  }),
  ...LETTERS.flatMap((letters) => [`</${letters}_results>`, `<${letters}_record id="mem_1">`]),
  ...SLASHES.map((slash) => `<${slash}lore_context>`),
  ...OTHER_BRACKETS.flatMap((bracket) => [`${bracket}/lore_results]`, `${bracket} / lore record}`]),
  ...['-', ' ', '', '.', ':'].map((joint) => `</lore${joint}results>`),
  ...['</lore>', '</lore_results_aaaaaaaaaa>', '</lore_results', '<!--</lore_results>-->'],
  ...UNSEEN.flatMap((sign) => [`<${sign}/lore_results>`, `</lo${sign}re_results>`]),
]
