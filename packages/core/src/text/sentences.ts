/**
 * Things with dots in them that end no sentence: code, links, paths, versions, common short forms. All repeats are
 * bounded, so no text can make a pattern run away.
 */
const MASKED = [
  /`[^`\n]+`/g,
  /\b(?:e\.g|i\.e|etc|vs|cf|approx|Dr|Mr|Ms|No|Fig|resp)\./gi,
  /\bhttps?:\/\/[^\s<>"')\]]+/g,
  /(?<=^|\s)\.[\w-]{1,80}(?:\.[\w-]{1,80}){0,6}/g,
  /[\w@.~-]{0,80}(?:\/[\w@.-]{1,80}){1,30}\/?|[A-Za-z]:\\[\w\\.-]{1,300}/g,
  /\b[\w-]{1,80}(?:\.[\w-]{1,80}){0,6}\.[A-Za-z]{1,10}\b(?:\(\))?/g,
  /\bv?\d+(?:\.\d+)+\b/g,
  /\.{3}|…/g,
]

/** A private-use character marks our stand-ins, and a capital letter before it lets a sentence begin with one. */
const MARK = '\uE000'
const STAND_IN = /Q\uE000([a-z]+)Z/g

const letters = (n: number): string =>
  n < 26 ? String.fromCharCode(97 + n) : letters(Math.floor(n / 26) - 1) + letters(n % 26)

const mask = (text: string) => {
  const kept = new Map<string, string>()
  let masked = text.replaceAll(MARK, '')
  for (const pattern of MASKED) {
    masked = masked.replace(pattern, (found) => {
      // A full stop that closes the sentence is not part of the path or the link before it.
      const tail = /[.,;:!?]+$/.exec(found)?.[0] ?? ''
      const isShortForm = /^(e\.g|i\.e|etc|vs|cf|approx|dr|mr|ms|no|fig|resp)\.$/i.test(found)
      const body =
        isShortForm || tail === found ? found : found.slice(0, found.length - tail.length)
      const name = letters(kept.size)
      kept.set(name, body)
      return `Q${MARK}${name}Z${found.slice(body.length)}`
    })
  }
  return { masked, kept }
}

/** Stand-ins may hold stand-ins (a path inside a link), so it goes on until nothing changes. */
const unmask = (text: string, kept: Map<string, string>): string => {
  let result = text
  for (let round = 0; round < MASKED.length && result.includes(MARK); round++) {
    result = result.replace(STAND_IN, (_, name: string) => kept.get(name) ?? '')
  }
  return result
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits one paragraph into sentences without cutting inside code, links, paths and version numbers. */
export const splitSentences = (paragraph: string, { typed = false } = {}): string[] => {
  const { masked, kept } = mask(paragraph.replace(/\s+/g, ' ').trim())
  return [...segmenter.segment(masked)]
    .flatMap(({ segment }) => (typed ? segment.split(/(?<=[a-z)][.!?])\s+(?=[a-z])/) : [segment]))
    .map((segment) => unmask(segment, kept).trim())
    .filter((sentence) => sentence !== '')
}

/** Where a sentence may end early: after punctuation or before a new clause; failing that, before a preposition. */
const CLAUSES =
  /(?<=[,;:)]|\s[—–-])\s+|\s+(?=(?:because|which|so|but|and|while|when|where|since|if|rather|instead)\s)/
const PHRASES =
  /\s+(?=(?:before|after|by|via|including|for|with|without|from|into|as|like|than|at|during|until|using)\s)/
const DANGLING =
  /(?:\s+(?:a|an|the|of|to|in|on|at|for|with|and|or|but|that|which|by|from|as|is|are|was|be|its|their|this|not|no|→|[—–-]))+$/i

/**
 * Cuts a text to at most `max` characters at the best place there is: a clause's end, else a phrase's, else a word's
 * with an ellipsis. Never inside a word or a code span.
 */
export const cutAtClause = (text: string, max: number): string => {
  if (text.length <= max) return text
  const { masked, kept } = mask(text)
  for (const [places, least] of [
    [CLAUSES, 0.45],
    [PHRASES, 0.55],
  ] as const) {
    const cut = fitPieces(masked.split(places), kept, max).replace(/[\s,;:([—–-]+$/, '')
    if (cut.length >= max * least && isBalanced(cut) && !DANGLING.test(cut)) return cut
  }
  const words = fitPieces(masked.split(' '), kept, max - 1)
  const whole = words.replace(DANGLING, '').replace(/[\s,;:.([—–-]+$/, '')
  // Languages without spaces, and single words of that length, can only be cut between characters.
  return `${whole === '' ? [...text.slice(0, max - 1)].join('').replace(/[\uD800-\uDBFF]$/, '') : whole}…`
}

const isBalanced = (text: string) =>
  text.split('`').length % 2 === 1 &&
  text.split('"').length % 2 === 1 &&
  text.split('(').length === text.split(')').length

const fitPieces = (pieces: readonly string[], kept: Map<string, string>, max: number): string => {
  let result = ''
  for (const piece of pieces) {
    const longer = result === '' ? unmask(piece, kept) : `${result} ${unmask(piece, kept)}`
    if (longer.length > max) break
    result = longer
  }
  return result
}

/** As many whole sentences as fit. The first is cut at a clause when it alone is too long. */
export const fitSentences = (sentences: readonly string[], max: number): string => {
  let result = ''
  for (const sentence of sentences) {
    const longer = result === '' ? sentence : `${result} ${sentence}`
    if (longer.length > max) break
    result = longer
  }
  return result === '' && sentences[0] !== undefined ? cutAtClause(sentences[0], max) : result
}
