import type { StatementParts } from './analyse-statement.ts'
import { STOP } from './lexicon.ts'
import { stem } from './words.ts'

/** "Logs are kept in …", "Production runs in …": a subject, what is said of it, and the one place that is left open. */
const FRAME =
  /^(?:the |our |all )?(?<subject>[^,;:.]{2,60}?) (?:(?:is|are|was|were) (?:now |always |currently )?(?<done>[a-z]{3,}(?:ed|en|wn|pt|lt|nt|ut|de|ld|ht|un)) |(?<does>runs?|lives?|sits?|goes|go|comes?|came|ran|went) )(?<link>in|on|by|with|through|as|at|from|to|over|via|under|behind) (?<rest>.+)$/i

/** Where the value ends and the reason or a condition begins. */
const END =
  /[;]|,\s|\.\s|\.$|\s(?:because|since|so that|so|as|after|before|when|while|but|now|and)\s/

/** What adds to the older one rather than taking its place, or says of both. */
const BESIDE = /\b(?:also|too|as well|both|another|besides|additionally|either|or)\b/i

type Frame = { subject: string; says: string; value: Set<string> }

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._/#+-]*/gu) ?? [])
    .filter((word) => !STOP.has(word))
    .map((word) => stem(word.replace(/\.$/, '')))

const frameOf = (text: string): Frame | undefined => {
  const { subject, done, does, link, rest } = FRAME.exec(text)?.groups ?? {}
  if (subject === undefined || rest === undefined) return undefined
  const about = wordsOf(subject).join(' ')
  const value = new Set(wordsOf(rest.split(END)[0] ?? ''))
  if (about === '' || value.size === 0) return undefined
  return { subject: about, says: `${stem((done ?? does ?? '').toLowerCase())} ${link}`, value }
}

/**
 * Whether two statements say the same of the same thing and differ in the value alone: "Logs are kept in Loki" after "Logs are
 * kept in Elasticsearch". One value that says more than the other is no other value.
 */
export const areOfOneFrame = (a: StatementParts, b: StatementParts): boolean => {
  const [older, newer] = [frameOf(a.text), frameOf(b.text)]
  if (older === undefined || newer === undefined) return false
  if (older.subject !== newer.subject || older.says !== newer.says) return false
  if (BESIDE.test(b.text) || b.isScoped || a.isScoped) return false
  const shared = [...older.value].filter((word) => newer.value.has(word)).length
  return shared === 0
}

const DETERMINER = /^(?:the|a|an|our|your|all|every|each|any|this|that|one|1)$/

/** The words a statement begins with, as they are written. */
const beginning = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => word !== '')
    .slice(0, 4)

/**
 * "The nightly job …" and "The hourly job …": the same noun, distinguished by the word before it. Words that are alike to the
 * comparison of statements, since they mean a rhythm or an age, part two things here.
 */
export const areDistinguished = (a: StatementParts, b: StatementParts): boolean => {
  const [mine, theirs] = [beginning(a.text), beginning(b.text)]
  const at = mine.findIndex((word) => !DETERMINER.test(word) && theirs.includes(word))
  if (at < 1) return false
  const [left = '', right = ''] = [mine[at - 1], theirs[theirs.indexOf(mine[at] ?? '') - 1]]
  if (left === right || [left, right].some((word) => word === '' || DETERMINER.test(word)))
    return false
  return stem(left) === stem(right) || STOP.has(left) || STOP.has(right)
}
