import { analyseStatement, type StatementParts } from '../statements/analyse-statement.ts'
import { type Corpus, corpusOf } from '../statements/corpus.ts'
import { deniedTerms } from '../statements/denied-terms.ts'
import { relateStatements } from '../statements/relate-statements.ts'

/** What a person typed, and what the agent had said right before. */
export type Reply = { prompt: string; before: string }

export type FoundCorrection<Id extends string> = { id: Id; quote: string }

/**
 * Which of these memories a person's reply says are not so, in their words. It has to say so: by another value after a no, by
 * denying a name that the memory gives, or by a plain "that is wrong" to an answer that says the memory and little else. What asks,
 * guesses, or asks the agent for what to do says nothing of what is so.
 */
export const findCorrections = <Id extends string>(
  memories: readonly { id: Id; statement: string }[],
  { prompt, before }: Reply,
): FoundCorrection<Id>[] => {
  const said = sentencesOf(prompt).slice(0, MAX_SENTENCES)
  const corpus = corpusOf([...memories.map(({ statement }) => statement), before, ...said])
  // Taken apart once: there may be hundreds of memories.
  const heard = sentencesOf(before)
    .slice(-MAX_HEARD)
    .map((sentence) => analyseStatement(sentence, corpus))
  const views = memories.map(({ id, statement }) => {
    const parts = analyseStatement(statement, corpus)
    const covers = heard.map((sentence) => coverage(parts, sentence))
    return { id, statement, parts, spoken: Math.max(0, ...covers) }
  })
  const found = views.flatMap((view): FoundCorrection<Id>[] => {
    const quote = denialOf(view, said, corpus)
    return quote === undefined ? [] : [{ id: view.id, quote }]
  })
  if (found.length > 0 || heard.length > FEW_SENTENCES) return found
  // Which of several things is meant by "that" nobody knows.
  const meant = views.filter(({ spoken }) => spoken >= SPOKEN)
  const [only] = meant
  const bare = said.find((sentence) => BARE.test(sentence))
  return only === undefined || meant.length > 1 || bare === undefined
    ? []
    : [{ id: only.id, quote: bare }]
}

/** Whether a person's reply says that what came before it was wrong, whatever that was. A question does not. */
export const saysNo = (prompt: string): boolean =>
  sentencesOf(prompt)
    .slice(0, MAX_SENTENCES)
    .some((sentence) => NO.test(sentence) && !NO_HARM.test(sentence) && !sentence.endsWith('?'))

const MAX_SENTENCES = 6
const MAX_HEARD = 12
/** An answer of so few sentences is about one thing. */
const FEW_SENTENCES = 3
/** So much of a memory must be in one sentence of the answer. */
const SPOKEN = 0.75

type View = { statement: string; parts: StatementParts; spoken: number }

const denialOf = (
  { statement, parts, spoken }: View,
  said: readonly string[],
  corpus: Corpus,
): string | undefined => {
  let isOpen = false
  for (const sentence of said) {
    const isNo = NO.test(sentence) && !NO_HARM.test(sentence)
    isOpen ||= isNo
    if (sentence.endsWith('?') || GUESS.test(sentence) || NO_HARM.test(sentence)) continue
    const claim = sentence.replace(NO, '').trim()
    if (claim === '' || ORDER.test(claim)) continue
    const own = analyseStatement(claim, corpus)
    const isAbout = shared(parts, own) + Number(spoken >= SPOKEN) >= 2
    if (isAbout && deniesName(parts, own, claim)) return sentence
    if (isOpen && givesAnother(statement, claim, corpus)) return sentence
  }
  return undefined
}

/** "We do not use Redis for sessions any more": a name the memory gives, of what it is about. */
const deniesName = (memory: StatementParts, said: StatementParts, claim: string): boolean => {
  return [...said.denied, ...deniedTerms(claim)].some(
    (term) => memory.names.has(term) && !memory.denied.has(term),
  )
}

const givesAnother = (statement: string, claim: string, corpus: Corpus): boolean => {
  const older = { statement }
  const newer = { statement: claim }
  const { relation } = relateStatements({ older, newer, corpus, isOrdered: true })
  return relation === 'supersedes'
}

const shared = (a: StatementParts, b: StatementParts): number =>
  [...a.terms].filter((term) => b.terms.has(term)).length

const coverage = (memory: StatementParts, said: StatementParts): number =>
  memory.terms.size < 2 ? 0 : shared(memory, said) / memory.terms.size

/** Prose a person typed: no code, no quotes of others, no output pasted in. */
const sentencesOf = (text: string): string[] =>
  text
    .slice(0, 4_000)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/\n+/)
    .filter((line) => !/^\s*(?:>|\||[$#]\s|at\s)/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 3 && sentence.length <= 300)

const WRONG =
  "(?:that|this|it|which)(?:'s| is| was)(?: just| simply| plain)? (?:wrong|incorrect|false|outdated|not (?:true|right|correct|so|the case))|you(?:'re| are) (?:wrong|mistaken)"

/** How a correction begins. */
const NO = new RegExp(
  `^(?:(?:hm+|wait|sorry|but|well|ah|oh|um)[,.! ]+)*(?:no(?=[\\s,.!;:—–-])(?! (?:problem|worries|need|thanks|idea|one|longer))|nope|wrong|incorrect|${WRONG})(?: any ?more| about that)?[,.!;:—– -]*(?:actually[, ]*)?(?:(?:${WRONG})[,.!;:—– -]*)?`,
  'i',
)

/** "No, that's fine", "no problem". */
const NO_HARM =
  /^no(?: (?:problem|worries|need|thanks|idea|one)\b|[,.! ]+(?:that(?:'s| is)|it(?:'s| is)|this is) (?:fine|ok|okay|good|great|right|correct|all)\b)/i

/** Nothing but that it is wrong. */
const BARE = new RegExp(
  `^(?:(?:hm+|wait|sorry|but|well|no|nope)[,.! ]+)*(?:${WRONG})(?: any ?more)?[.!]*$`,
  'i',
)

const GUESS =
  /\b(?:if|maybe|perhaps|might|could|would|should|shall|i (?:think|guess|believe|suppose)|not sure|probably|let(?:'s| us)|what about)\b/i

/** What is to be done now says nothing of what is so. */
const ORDER =
  /^(?:please |just |then |so |now |and )*(?:do(?:n't| not)|stop|avoid|never|always|use|drop|remove|delete|replace|switch|move|change|make|add|try|keep|leave|put|rename|revert|undo|fix|run|look|read|write|go|take|let|forget|ignore|call|set|start|update|check)\b/i
