/**
 * How coding assistants pad what they say, and how to take the padding off. English; text in other languages passes
 * through unchanged.
 */

/** Words of politeness or surprise before the matter. */
const INTERJECTION =
  /^(?:(?:and|so|but|oh|ah|aha|hmm+|ok(?:ay)?|yes|yep|yeah|no|nope|alright|sure|right|well|wait|actually|interesting(?:ly)?|perfect|great|excellent|awesome|nice|good|wonderful|fantastic|done|got it|found it|confirmed|understood|all done|all good|all set|clean|of course|absolutely|indeed|basically|essentially|unfortunately|good (?:catch|question|idea|point|news|call|eye)|great (?:catch|question|idea|point|news)|excellent (?:catch|question|point)|you'?re (?:absolutely |totally |completely )?(?:right|correct)(?: to [\w ]{1,40})?|that'?s (?:a )?(?:great|good|correct|right|fair|a strong signal)[\w ]{0,20}|to answer your question(?: directly)?|to be clear|in short|in summary|tl;?dr|bottom line|note|fyi)\s*[,.!:;—–-]+\s*)+/i

/** Connectives that point back at a sentence which a title does not have. */
const CONNECTIVE =
  /^(?:however|therefore|thus|hence|also|additionally|furthermore|moreover|finally|lastly|meanwhile|similarly|otherwise|instead|then|now|so|but|and|first|second|third|next|in other words|as a result|in particular|specifically|importantly|currently|at this point|after (?:that|this)|with (?:that|this)(?: in mind)?)\s*,\s+|^(?:so|but|and)\s+(?=\S)/i

/** What the assistant is about to do. Plans are not findings. */
const INTENT =
  /^(?:(?:now|next|first|then|finally|ok(?:ay)?|meanwhile|also|so|and|but)[, ]+)*(?:let me|let's|let us|lets|i'?ll|i will|i'?m (?:going|about|now going|already)|i am (?:going|about)|i'?m \w+ing|i (?:need|want|should|can|could|would|might|think i)|we(?:'ll| will| need to| should now| can now)|going to|time to|about to|now (?:i|we|that|let|add|update|run|check|the|for|fix|create|write|verify|commit|test|implement)|moving on|proceeding|starting|running|checking|looking|waiting|reading|searching|verifying|delegating|spawning|creating|adding|updating|fixing|continuing|sending|loading|before (?:i|we|making|doing|implementing)|to do (?:this|that|so)|in order to)\b/i

const CHATTER =
  /^(?:(?:i (?:now )?(?:see|understand|have (?:a|the|all|enough|everything))|found (?:it|the (?:issue|problem|bug))|here(?:'s| is| are)|below (?:is|are)|the following|as (?:you can see|requested|mentioned|expected)|no (?:changes|response)|ready (?:to|when|for)|(?:all|everything)(?: is| looks)? (?:good|done|set|clear|fine)|looks good|that worked|works(?: great| now)?|done|committed|pushed|merged|on it|happy to|feel free|let me know|thanks|thank you|sorry|apologies|my (?:mistake|bad)|this (?:looks|is) (?:good|great|correct|ready|done)|what(?:'s| is) next|summary|changes made|changes|overview)\b)/i

const OFFER =
  /\b(?:would you like|do you want|want me to|shall i|should i|let me|i'll|i'm going to|if you'd like|if you want|feel free|let me know|up to you|your call)\b/i

const BARE_VERDICT =
  /^(?:all |the )?(?:\d[\d,]* )?(?:unit |integration |pre-push |pre-commit )?(?:tests?|lint(?:ing|er)?|build|checks?|ci|typecheck(?:ing)?|types?|validation|everything|compilation|code)\b[\w ,()/&-]{0,40}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|clean|ok|fine|successful(?:ly)?|compiles?)\b[\w ,()/.-]{0,30}[.!]?$/i

const capitalise = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())

/** Capitalises unless the first word is a name in code, which must keep its letters. */
export const startUpper = (text: string): string =>
  /^[\w$]*[a-z\d][A-Z_.(/\\]|^[a-z]+-[a-z]+\s(?!-)|^\w+[./\\]\w/.test(text.split(' ', 1)[0] ?? '')
    ? text
    : capitalise(text)

export const stripPadding = (sentence: string): string => {
  let text = sentence.replace(/^["'“”\s]+(?=["'“”\s])/, '').trim()
  for (let round = 0; round < 4; round++) {
    const shorter = text.replace(INTERJECTION, '').replace(CONNECTIVE, '')
    if (shorter === text || shorter.trim() === '') break
    text = shorter
  }
  return startUpper(text.trim())
}

/** Sentences that carry no finding: intentions, politeness, offers, introductions, bare verdicts. */
export const isBoilerplate = (sentence: string): boolean => {
  const text = sentence.trim()
  return (
    text.length < 12 ||
    /[:,]$/.test(text) ||
    INTENT.test(text) ||
    CHATTER.test(text) ||
    OFFER.test(text) ||
    BARE_VERDICT.test(text)
  )
}

/** "Found the issue." says that the next sentence is one. */
export const announcesCause = (sentence: string): boolean =>
  /\b(?:found (?:it|the (?:\w+ )?(?:issue|problem|bug|cause|culprit))|i (?:can )?(?:now )?see the (?:\w+ )?(?:issue|problem|bug)|here(?:'s| is) (?:the (?:\w+ )?(?:issue|problem|bug)|what(?:'s)? happen))/i.test(
    sentence,
  )

export const isQuestion = (sentence: string): boolean => /\?["'”)]?$/.test(sentence.trim())

/** Starts with a word that means something said before; on its own it is a riddle. */
export const pointsBack = (sentence: string): boolean =>
  /^(?:this|that|it|its|it's|they|them|these|those|he|she|both|neither|either|same|such|there|here|which|the (?:above|former|latter|same|other|rest|only (?:downside|other)))\b/i.test(
    sentence,
  )

const LEAD_INS =
  /^(?:(?:i|we)(?:'ve| have)? (?:found|noticed|discovered|realised|realized|confirmed|learned|verified|see|can see)(?: out)? that |it (?:turns|turned) out(?: that)? |(?:so )?(?:the )?(?:(?:real|actual|root|underlying|main|core|key|likely|whole|exact) )*(?:issue|problem|cause|reason|culprit|bug|insight|point|finding|thing|takeaway|difference|catch)(?: here)? (?:is|was)(?: simple| simpler| clear)?(?: that|[:,]| —| -)? |(?:this|that|it)(?:'s| is| was) (?:a|an|the) [\w' -]{3,60}(?:: | [—–-] )|(?:this|that|which) (?:means|shows|confirms|suggests|proves)(?: that)? |(?:what|the thing that) (?:happened|happens) (?:is|was)(?: that)? |(?:please )?note that |keep in mind that |looks like |it (?:looks|seems|appears)(?: like| that)? |basically,? |apparently,? )/i

/** "The issue is that X" → "X": a title says the thing itself. */
export const stripLeadIn = (sentence: string): string => {
  const shorter = sentence.replace(LEAD_INS, '')
  if (shorter !== sentence && shorter.length >= 25 && !pointsBack(shorter))
    return startUpper(shorter)
  // "It's a data race in X" → "A data race in X".
  const named = sentence.replace(/^(?:it|this|that)(?:'s| is| was) (?=an? )/i, '')
  return named.split(' ').length >= 6 ? startUpper(named) : sentence
}

const DONE_VERBS =
  'added|adapted|addressed|adjusted|aligned|applied|broke|built|bumped|changed|classified|cleaned|closed|collapsed|combined|condensed|configured|consolidated|converted|corrected|created|deduplicated|deleted|deprecated|disabled|documented|dropped|eliminated|enabled|exposed|extended|extracted|fixed|formatted|guarded|handled|hid|hooked|implemented|improved|included|increased|inlined|installed|integrated|introduced|limited|made|merged|migrated|moved|normalised|normalized|optimised|optimized|patched|pinned|ported|prevented|pulled|raised|reduced|refactored|registered|removed|renamed|reordered|reorganised|reorganized|replaced|resolved|restored|restructured|reverted|reworked|rewrote|rewritten|set|shortened|simplified|sorted|split|standardised|standardized|stopped|streamlined|strengthened|stripped|supported|swapped|switched|tightened|turned|unified|updated|upgraded|used|validated|wired|wrapped|wrote'

const FIRST_PERSON_DONE = new RegExp(
  `^(?:i|we)(?:'ve| have)?(?: (?:now|also|successfully|just|already|then|finally))* (${DONE_VERBS})\\b`,
  'i',
)
const ADVERB_DONE = new RegExp(`^(?:successfully|also|now) (${DONE_VERBS})\\b`, 'i')
const DONE = new RegExp(
  `^(?:${DONE_VERBS})\\b|\\b(?:has|have) (?:now )?been (?:${DONE_VERBS})\\b|\\bnow (?:uses?|returns?|shows?|displays?|supports?|handles?|checks?|includes?|respects?|accepts?|reads?|writes?|requires?|rejects?|validates?|tracks?|logs?|runs?|works?|lives?|goes|sends?|stores?|keeps?)\\b`,
  'i',
)

/** "I've successfully updated X" → "Updated X". */
export const asReport = (sentence: string): string =>
  sentence
    .replace(FIRST_PERSON_DONE, (_, verb: string) => capitalise(verb.toLowerCase()))
    .replace(ADVERB_DONE, (_, verb: string) => capitalise(verb.toLowerCase()))

export const reportsWork = (sentence: string): boolean => DONE.test(sentence)

const GENERIC =
  /\b(?:the|a|an|all|both|your|my|our|its?|this|that|these|those|of|in|to|for|with|and|or|as|on|by|from|per|is|are|be|been|has|have|was|were|now|so|it|i|we|you|changes?|plan|fix(?:es|ed)?|issues?|implementations?|implemented|implement|everything|tasks?|files?|codes?|tests?|comments?|requests?|requested|reviews?|done|work|works|working|complete[d]?|successful(?:ly)?|verified|made|following|updates?|updated|addressed|resolved|below|above|summary|pr|pushed|committed|commit|commits|together|properly|correctly|needed|required|necessary|additional|several|few|some|new|two|three|four|five|\d+)\b/gi

/** How many words say something of this work rather than of any work. */
export const specificWords = (sentence: string): number =>
  (sentence.replace(GENERIC, ' ').match(/[\p{L}\p{N}_$]{2,}/gu) ?? []).length

/** Verbs that, at the start, ask for something to be done. */
const IMPERATIVE =
  /^(?:please |also )*(?:add|adapt|address|adjust|align|allow|analy[sz]e|apply|ask|avoid|build|bump|change|check|clean|close|combine|compare|configure|convert|copy|correct|create|debug|delete|deploy|describe|disable|display|document|drop|enable|ensure|evaluate|expand|explain|explore|export|expose|extend|extract|figure|find|finish|fix|generate|get|give|go|group|handle|hide|implement|import|improve|include|increase|inline|install|integrate|introduce|investigate|join|keep|limit|link|list|load|look|make|merge|migrate|move|optimi[sz]e|parse|plan|port|prepare|propose|publish|pull|put|read|redesign|reduce|refactor|release|remove|rename|replace|research|reset|restore|restructure|return|revert|review|rewrite|run|save|search|send|set|show|simplify|skip|sort|split|start|stop|store|summari[sz]e|support|switch|test|track|trace|try|turn|undo|unify|update|upgrade|use|validate|verify|wire|wrap|write)\b/i

export const isImperative = (sentence: string): boolean => IMPERATIVE.test(sentence)
