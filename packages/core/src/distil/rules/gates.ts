import type { Candidate } from './candidate.ts'

const CODE_LINE =
  /^(?:[\w$.[\]"']+\s*(?:[-+*/|&]?=|:=)\s|(?:if|for|while|try|else|elif|def|class|return|import|from|const|let|var|with|except|raise|assert|print)\b[^.]*[:;({]\s*$|from \S+ import|import \S+ from|[}\])]|[\w.]+\([^)]*\)[;,]?$|"[^"]*",?$|#|\/\/|<\/?\w|\$ )/
const INTENT =
  /^(?:(?:ok(?:ay)?|now|next|first|then|finally|good|great|perfect|so|and|but|also|actually|wait|alright|certainly|sure|since \w+ \w+)[,.! ]+)*(?:let me|let's|let us|lets|i'?ll|i’ll|i will|i'?m (?:going|about|now|\w+ing)|i’m|i am|i (?:need|want|should|could|can|would|have to|must)|we(?:'ll| will| need to| should now| can)|going to|time to|about to|now (?:let|i|we|add|update|run|check|fix|create|write|verify|test|implement|the tests)|here(?:'s| is| are)|to (?:fix|do|resolve|address|implement) (?:this|that|these|the error))\b/i
const OFFER =
  /\b(?:would you like|do you want|want me to|shall i|should i|let me know|feel free|if you(?:'d| would) like|your call)\b/i
const COURTESY =
  /^(?:you(?:'re| are) (?:absolutely |totally |completely )?(?:right|correct)|i (?:apologi[sz]e|understand|see|appreciate)|(?:my )?apologies|thank)/i

const withoutSpans = (text: string) => text.replace(/`[^`]*`/g, 'x')

const isProse = (text: string): boolean => {
  const spoken = withoutSpans(text)
  return (spoken.match(/[A-Za-z]/g)?.length ?? 0) >= spoken.length * 0.55
}

type Gated = Pick<Candidate, 'text' | 'label'>

const GATES: readonly [string, (candidate: Gated) => boolean][] = [
  ['short', ({ text, label }) => text.split(/\s+/).length + (label ? 2 : 0) < 6],
  ['long', ({ text }) => text.split(/\s+/).length > 75],
  ['question', ({ text }) => /\?["'”)]*$/.test(text)],
  ['cut', ({ text }) => /[:,…]$/.test(text)],
  ['intention', ({ text }) => INTENT.test(text)],
  ['code', ({ text }) => CODE_LINE.test(text) && !/(?: [a-z]+){4}/.test(text)],
  ['not prose', ({ text }) => !isProse(text)],
  ['offer', ({ text }) => OFFER.test(text)],
  ['courtesy', ({ text }) => COURTESY.test(text)],
]

/** Why a sentence can be no finding, whatever it is about; undefined when it may be one. */
export const barred = (candidate: Gated): string | undefined =>
  GATES.find(([, holds]) => holds(candidate))?.[0]
