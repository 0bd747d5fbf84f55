import { readSaid, type Said } from '../../statements/said.ts'
import { splitSentences } from '../../text/sentences.ts'
import { refusalOf } from '../refuse.ts'

/** A sentence that says how something is, with the message it stands in. */
export type Stated<M> = { message: M; statement: string; said: Said }

const MAX_CHARS = 240
const LEAST_TERMS = 2

/** An order to an agent or a wish, which is done and over: no rule and no fact. */
const WISH =
  /^(?:please|can you|could you|would you|can we|could we|should we|let'?s|let me|i(?:'d| would)? (?:want|like|need|think)|maybe|try|fix|add|implement|create|write|refactor|update|change|make|rename|move|check|look|investigate|review|explain|show|list|find|commit|push|continue|go (?:on|ahead)|debug|install|revert|rerun|re-run|test|read|open|give|help|do (?:it|that|this))\b/i
/** What was done in the session, or how its tests ended. */
const REPORT =
  /^(?:i|i'(?:ve|m|ll)|we(?:'ve|'ll)? (?:just )?(?:fixed|added|created)|now (?:i|let|the test)|done|fixed|added|created|updated|refactored|implemented|wrote|all \w+ (?:tests|checks)|tests?\b|looking|checking|running)\b|\b(?:tests?|checks?|specs?) (?:now )?(?:pass|fail|are green|are red)\w*\b|\b(?:passed|failed|failing)\b/i
const CODE = /```|^\s*[$>#]|[{};]\s*$|=>/

/**
 * Sentences of a message that may be facts or rules of a project. What is asked for, planned or reported of the work, and code, is
 * left out.
 */
export const statementsOf = <M extends { body: string }>(message: M): Stated<M>[] =>
  message.body
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/\n+/)
    .flatMap((line) => splitSentences(line, { typed: true }))
    .map((sentence) => sentence.replace(/^[\s*•>-]+/, '').trim())
    .filter(isStatement)
    .map((statement) => ({ message, statement, said: readSaid(statement) }))
    .filter(({ said }) => said.terms.size >= LEAST_TERMS)

const isStatement = (sentence: string): boolean =>
  sentence.length <= MAX_CHARS &&
  !(WISH.test(sentence) || REPORT.test(sentence) || CODE.test(sentence)) &&
  refusalOf(sentence) === null
