/** Why something said in a session is nothing that a team keeps. */
export type Refusal =
  | 'general'
  | 'marketing'
  | 'contact'
  | 'too_short'
  | 'question'
  | 'echo'
  | 'forgotten'

const CONTACT =
  /\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b|(?<![\w.])\+?\d{2,4}[ /-]?\(?\d{2,4}\)?(?:[ -]\d{2,4}){2,}(?![\w.])|\b(?:phone|call|reach|contact|e-?mail)\b[^.]{0,30}\b(?:me|him|her|them|us)\b[^.]{0,20}\b(?:at|on|under)\b|\b(?:linkedin|twitter|x)\.com\/\w/i

const MARKETING =
  /\b(?:pricing (?:tier|plan|model|page)s?|go[- ]to[- ]market|value proposition|market(?:ing)? (?:position|strategy|share|segment)\w*|competitors?\b|sales (?:pitch|funnel|deck|team)|target (?:audience|customers?)|upsell\w*|customer acquisition|thought leadership|brand(?:ing)? (?:voice|strategy)|best[- ]in[- ]class|world[- ]class|game[- ]chang\w+|cutting[- ]edge|industry[- ]leading|tagline|elevator pitch|per seat|per month plan|business (?:model|strategy)|monetis\w+|monetiz\w+)\b/i

/** Facts that stand in any handbook: nothing of this code base in them. */
const GENERAL =
  /^(?:in general,?|generally(?: speaking)?,?|as a rule of thumb,?|it is (?:a )?(?:good|best) practice|best practices?\b|remember that|always remember|note that (?:in )?(?:javascript|typescript|python|rust|go|java|react|git|docker|sql|postgres(?:ql)?|linux|css|html)\b)|\b(?:is|are) (?:a|an) (?:popular |modern |open[- ]source |relational |statically[- ]typed |high[- ]level )*(?:programming language|library|framework|database|runtime|build tool|bundler|version control system|package manager|container platform|operating system|protocol|markup language|superset of \w+)\b|\b(?:stands for|was (?:created|released|invented) (?:by|in) )|\b(?:const|let|var|promises?|async\/await|closures?|arrow functions?|big[- ]o|dns|tcp|http status codes?|regular expressions?)\b (?:is|are|allows?|means?|returns?|lets?) (?:a|an|you|used|for|block|function)/i

/** What makes a statement one of this code base: a name, a path, a number, or that somebody decided. Capitals distinguish an identifier from a word. */
const OWN =
  /[\w-]+\/[\w./-]+|`[^`]+`|\b\w+\.(?:ts|tsx|js|jsx|py|go|rs|java|rb|sql|md|json|ya?ml|toml|sh|css)\b|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b|\b(?:[Ww]e|[Oo]ur|us|[Tt]his (?:repo|project|service|team|code ?base))\b|\b\d/

const QUESTION = /\?\s*$|^(?:why|how|what|when|where|who|should we|can we|could you|please)\b.*\?/i

const MIN_WORDS = 3

/**
 * Says why a statement is not kept: general knowledge that stands in any handbook, marketing and business, contacts of persons.
 * Null where it may be kept.
 */
export const refusalOf = (statement: string): Exclude<Refusal, 'echo'> | null => {
  const text = statement.trim()
  if (CONTACT.test(text)) return 'contact'
  if (MARKETING.test(text)) return 'marketing'
  if (QUESTION.test(text)) return 'question'
  if ((text.match(/[\p{L}\p{N}]+/gu) ?? []).length < MIN_WORDS) return 'too_short'
  if (GENERAL.test(text) && !OWN.test(text)) return 'general'
  return null
}
