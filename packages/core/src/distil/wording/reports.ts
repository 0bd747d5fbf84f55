import {
  asReport,
  isBoilerplate,
  isQuestion,
  pointsBack,
  reportsWork,
  specificWords,
  startUpper,
} from './phrasing.ts'
import type { Statement } from './statements.ts'

const MAX_REPORT = 300
const REPORTS = 2
const MIN_WORDS = 3

const CHANGE =
  '(?:changes?|modifications?|updates?|fix(?:es)?|edits?|refactor(?:ing)?s?|implementations?|adjustments?|additions?|approach|solution|patch|rewrite|test(?: case)?s?)'
const VERBS =
  'adapt|add|allow|apply|assert|avoid|cache|call|change|check|clear|combine|confirm|convert|create|cut|default|delete|detect|disable|display|drop|enable|ensure|escape|exclude|expose|extend|fix|force|give|handle|hide|ignore|implement|improve|include|introduce|keep|let|limit|log|make|modify|move|pass|prevent|print|provide|raise|read|reduce|remove|rename|render|replace|require|reset|resolve|restore|return|round|run|send|set|show|simplify|skip|sort|split|start|stop|store|support|switch|test|track|treat|trim|turn|update|use|validate|verify|wrap|write'
/** "These changes will now replace X" is a report without its subject. */
const OF_CHANGE = new RegExp(
  `^(?:[Tt]his|[Tt]hese|[Tt]he|[Oo]ur|[Mm]y)(?: (?:new|updated|latest|above|simple|small))? ${CHANGE}(?: in [^ ]+)?(?: (?:will|should|now|also|simply))* (${VERBS})(?:s|es)?\\b`,
)
const AND = new RegExp(`\\b(and(?: will| also)*) (${VERBS})\\b`, 'g')
/** Of the talk and not of the work, or so small that no report needs it. */
const NO_RESULT =
  /\b(?:mistakes?|apolog\w+|as requested|as you (?:requested|asked|suggested)|accordingly|discussed|mentioned|earlier|unnecessary|imports?|flake8|linter|undefined name|you (?:can|should|may|might|will) )\b/i

const thirdPerson = (verb: string): string => {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`
}

const withoutSubject = (text: string): string =>
  text
    .replace(/^((?:this|these)[^.]*?\b)(simplif|modif|verif|appl)ies\b/i, '$1$2y')
    .replace(OF_CHANGE, (_, verb: string) => startUpper(thirdPerson(verb)))

/** "Adds X and modify Y", which was "will add X and modify Y". */
const agreeing = (text: string): string =>
  text.replace(AND, (_, and: string, verb: string) => `${and.split(' ')[0]} ${thirdPerson(verb)}`)

const NAMES = /`[^`]+`|\b\w+(?:[._/]\w+)+\b|\b[a-z]+[A-Z]\w+|\b\d/

const COMMON =
  /^(?:the|and|for|with|that|this|will|now|new|its|was|were|are|been|has|have|into|from|when|can|you|all|add(?:ed|s)?|updated?|updates|changed?|changes|created?|creates|makes?|made|files?|methods?|functions?|class|code|options?|implement(?:ed|s)?|allows?|ensures?|used?|uses|using|instead|also|which|while|where|only|same|sets?|call(?:s|ed)?|values?|named?|arguments?|parameters?|params?|fields?|attributes?|variables?|flags?|lines?|logic|both|each|any|current|existing)$/
/** Who asks this does not know yet what is to be done. */
const ASKS = /\?|\b(?:why|bugs?|fix\w*|fail\w*|errors?|broken|crash\w*|wrong|slow|hangs?)\b/i
/** From this share of known words on, a report repeats the request: soon where the request says what is wanted. */
const SAME = { asked: 0.5, wanted: 0.2 }

/** Without endings, and names in code taken apart, so that "logging" and `log_file` meet "log". */
const wordsOf = (text: string): string[] => [
  ...new Set(
    (
      text
        .toLowerCase()
        .replaceAll('_', ' ')
        .match(/[\p{L}\p{N}]{3,}/gu) ?? []
    )
      .filter((word) => !COMMON.test(word))
      .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, '')),
  ),
]

/** Whether a sentence says little that the request does not say. */
export const saysAgain = (text: string, request: string): boolean => {
  const asked = new Set(wordsOf(request))
  const said = wordsOf(text)
  const known = said.filter((word) => asked.has(word))
  const same = ASKS.test(request) ? SAME.asked : SAME.wanted
  return said.length === 0 || known.length / said.length >= same
}

/** Apologies, promises to the reader and what any edit brings with it: no result. */
export const isTalk = (text: string): boolean => NO_RESULT.test(text)

const isReport = (text: string, isOfChange: boolean): boolean =>
  text.length <= MAX_REPORT &&
  !isQuestion(text) &&
  !isBoilerplate(text) &&
  !pointsBack(text) &&
  !isTalk(text) &&
  specificWords(text) >= MIN_WORDS &&
  (isOfChange ? NAMES.test(text) : reportsWork(text))

/**
 * What the last message says was done, in whole sentences of its own, and nothing that the request said already. Items of
 * its list stand in where it has no sentence of that kind.
 */
export const reportsOf = (statements: readonly Statement[], request: string): string[] => {
  const ofForm = (form: Statement['unit']['form']) =>
    statements
      .filter(({ isFinal, unit }) => isFinal && unit.form === form)
      .flatMap(({ text }) => {
        const bare = withoutSubject(text)
        const report = bare === text ? asReport(text) : agreeing(bare)
        return isReport(report, bare !== text) && !saysAgain(report, request) ? [report] : []
      })
      .slice(0, REPORTS)
  const sentences = ofForm('sentence')
  return sentences.length > 0 ? sentences : ofForm('item')
}
