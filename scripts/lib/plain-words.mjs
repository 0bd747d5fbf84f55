// Words that make our docs read as if translated, with what to write instead. Each has a ceiling that only falls.
export const UNPLAIN = [
  {
    name: 'tell, told',
    pattern: /\b(?:tells?|told|telling)\b/gi,
    instead: 'report, return, show, state or store',
    atMost: 0,
  },
  {
    name: 'anew',
    pattern: /\banew\b/gi,
    instead: 'again, from scratch or rebuilt',
    atMost: 0,
  },
  {
    name: 'whoever',
    pattern: /\bwhoever\b/gi,
    instead: 'the user, the author or anyone who',
    atMost: 0,
  },
  {
    name: 'way in',
    pattern: /\bways? in\b(?! which)/gi,
    instead: 'credential or sign-in method',
    atMost: 0,
  },
  {
    name: 'for good',
    pattern: /\bfor good\b/gi,
    instead: 'permanently',
    atMost: 0,
  },
  {
    name: 'mend',
    pattern: /\bmend(?:s|ed|ing)?\b/gi,
    instead: 'repair or fix',
    atMost: 0,
  },
  {
    name: 'somebody',
    pattern: /\bsomebody\b/gi,
    instead: 'a user, a member, an admin or another process',
    atMost: 51,
  },
  {
    name: 'said',
    pattern: /\bsaid\b/gi,
    instead: 'stated, reported, or the statement, text or message',
    atMost: 54,
  },
  {
    name: 'stands',
    pattern: /\b(?:stands?|stood)\b/gi,
    instead: 'is, is listed or is stored',
    atMost: 142,
  },
  {
    name: 'gone',
    pattern: /\bgone\b/gi,
    instead: 'deleted, removed or expired',
    atMost: 19,
  },
]

/** Quoted text is somebody else's wording. */
const withoutQuotes = (text) => text.replace(/"[^"]*"|“[^”]*”/g, '""')

/**
 * Of prose without its code: each word above its ceiling, with its places, and each that may have a lower one.
 *
 * @param blocks `{ where, text }` of each paragraph
 */
export const countUnplain = (blocks, words = UNPLAIN) =>
  words.map(({ name, pattern, instead, atMost }) => {
    const places = blocks.flatMap(({ where, text }) =>
      [...withoutQuotes(text).matchAll(pattern)].map(() => where),
    )
    return { name, instead, atMost, amount: places.length, places }
  })
