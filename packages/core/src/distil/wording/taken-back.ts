import { splitSentences } from '../../text/sentences.ts'
import { termsOf } from '../../text/terms.ts'

/** Says that something said before does not hold. */
export const TAKES_BACK =
  /\b(?:no longer|not any ?more|any ?more\b.*\bnot|scratch that|forget (?:that|it|what)|never ?mind|(?:that|this|it|which) (?:was|is|were) (?:wrong|not (?:true|right|correct|so)|a mistake|mistaken|incorrect|false)|i was (?:wrong|mistaken)|i take (?:that|it) back|on second thought|reverted?|undo|undid|rolled back|withdrawn?|dropped (?:the|that|this)|gave (?:it|that|this) up|turns out (?:not|that .* not)|correction:)/i
/** Half of the words of a statement are its subject and what is said of it. */
const SAME_MATTER = 0.5
const LEAST_SHARED = 2

/** What a statement is about, by its words. */
export const matterOf = (text: string): ReadonlySet<string> => new Set(termsOf(text))

/** The sentence of these texts that takes back what is said of a matter. */
export const takenBackIn = (
  texts: readonly string[],
  matter: ReadonlySet<string>,
): string | undefined => {
  if (matter.size === 0) return undefined
  return texts
    .flatMap((text) => (TAKES_BACK.test(text) ? text.split(/\n+/) : []))
    .flatMap((line) => splitSentences(line))
    .find((sentence) => {
      if (!TAKES_BACK.test(sentence)) return false
      const shared = new Set(termsOf(sentence).filter((term) => matter.has(term))).size
      return shared >= LEAST_SHARED && shared >= SAME_MATTER * matter.size
    })
}
