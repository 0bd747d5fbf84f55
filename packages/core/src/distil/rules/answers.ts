import { specificWords } from '../wording/phrasing.ts'

type Answered = { question: string; answer: string }

const OF_THE_WAY =
  /\b(?:proceed|commit|push|continue|start|ready|approve|go ahead|merge|next|review|should i|would you like|want (?:me )?to|discuss|work on)\b/i
/** It asks how something is to be: "Where should users find their key?", and not which way the talk goes. */
const ASKS_HOW_IT_IS =
  /\bshould\b(?! (?:i|we|you) (?:do|go|work|begin|stop|skip|focus|look|try)\b)/i
/** The choice is left to another, or put off. */
const LEAVES_OPEN =
  /^(?:you (?:decide|choose|pick)|up to you|your (?:call|choice|decision)|whatever|whichever|no (?:preference|opinion)|not sure|(?:i )?don't (?:know|care|mind)|let me|later|skip|other|something else|claude'?s? (?:discretion|choice))\b|\?\s*$/i
/** A name that only the list of choices explains. */
const NAMES_A_CHOICE =
  /^(?:option|choice|variant|approach|alternative|design|plan) (?:[a-f]|\d+)\b/i

/** Whether the answer to a question settles how something is to be, in words that hold without the talk around them. */
export const settles = ({ question, answer }: Answered): boolean =>
  ASKS_HOW_IT_IS.test(question) &&
  !OF_THE_WAY.test(question) &&
  !LEAVES_OPEN.test(answer.trim()) &&
  !NAMES_A_CHOICE.test(answer.trim()) &&
  specificWords(`${question} ${answer}`) >= 4
