import type { Candidate } from './candidate.ts'

type Vetoed = Pick<
  Candidate,
  'text' | 'label' | 'speaker' | 'heading' | 'isFinal' | 'callsAfter' | 'planned'
>

const HEDGED =
  /\b(?:maybe|perhaps|probably|possibly|i think|likely|appears? (?:to|that|like)|looks? like|seems? (?:to|that|like)|suspect|presumably|should work|we could|somehow|apparently)\b|(?<!\b(?:which|that|where|case|but|they|it)\s(?:\S+\s){0,3})\b(?:might|could be|may (?:be|have|use))\b/i
const ALOUD =
  /^(?:(?:critical|high|medium|low|minor|major|nit)(?: severity)?:|(?:one|another) (?:\w+ ){0,2}(?:issue|problem|assertion|finding|thing|gap)\b|actually|wait|hmm|concrete example|for example|e\.g\.|the user (?:wants|says|asked|has)|open question|looks like|after:|before:)/i
const FIRST_PERSON =
  /\b(?:I'm|I’m|I'll|I’ll|I am|I can|I need|I added|I should|I (?:also |just )?(?:noticed?|found|saw|checked|verified)|let me)\b/
const NUMBERED =
  /\b(?:[Oo]ption|[Aa]pproach|[Ss]ession|[Cc]omment|[Aa]dvisory|[Ss]tep|[Ss]cenario|[Pp]roblem|[Ii]ssue|[Tt]est|[Ll]ocation|[Cc]hange) (?:[A-D]|#?\d)\b|^(?:[Oo]ption|[Pp]ros?|[Cc]ons?)\b/
const NUMBERED_LABEL = /^(?:option|pros?|cons?)\b|recommendation/i
const OF_THE_MOMENT =
  /\b(?:in this (?:commit|session|pr|branch)|this pr|our pr|my change|our changes|unrelated to|suboptimal|you(?:'re| are|’re) seeing|the worker|in flight|high context|next time|when you have time|both sessions|all \d+ sessions|when you (?:made|ran|did)|still (?:fails?|failing|broken|missing|open))\b/i
/** How this machine or folder happens to be, and what a repair is going to be. */
const OF_THE_MACHINE =
  /\b(?:left over|leftovers?|from (?:a|the) previous (?:run|evaluation|session|clone|build|\w+ clone)|stale (?:built|build|local|dist|artifacts?|clones?|cache)|(?:artifacts?|dist|build|clone) (?:is|are) stale|pre-existing|is not set\b|is unset|my (?:own )?(?:changes|machine|checkout))\b/i
const PLANNED_FIX =
  /^(?:so |then )?(?:the |my |our )?(?:\w+ )?(?:fix|solution|idea|plan|goal|approach|next step)(?: here)? (?:is|was|would be)(?: simple| clear)?:? to\b/i
const OPENING =
  /^(?:(?:but|and|so|also|yes|good|however|additionally|ok|clean|note that|found it)[,:]?\s+(?:[—–-]\s+)?)+|^(?:this is expected [—–-] |this means (?=if|when)|it's (?=an? ))/i
const PRONOUN =
  /^(?:one of (?:the|these|those|them)|this|that|it|its|it's|they|them|these|those|both of these|neither|such|there|here|which|their|his|or|then|otherwise|meanwhile|same|if so)\b/i
const VAGUE_SUBJECT =
  /^(?:the|both|all|each|same|other) (?:\w+ )?(?:fix|error|change|changes|test|tests|check|badge|failures?|warning|function|method|script|user|output|result|button|logic|parameter|problem|bug|issue)\b(?! (?:in|of|with|that|is that|was that|on|for|between))/i
const VAGUE_NOUN =
  /\b(?:these|those|that|this) (?:fields?|values?|columns?|variables?|elements?|method|function|issues?|files?|changes?|notice|flag|approach|condition|check|way|case)\b/i
const STATUS =
  /^committed\b|\b(?:all \d+ (?:own )?tests?|\d+ (?:tests?|pass|fail|files? checked)|lint (?:is )?clean|(?<!-)pushed|committed in|exits? 0)\b/i
const PASTED = /^[\w./-]+:\d+:\d+|^\/\w+ |\bat .+:\d+:\d+|Traceback|node_modules|npm (?:ERR|warn)/
const PLAN_STEP =
  /^(?:add|change|update|create|import|insert|replace|remove|delete|rename|test|pass|wrap|bump|run|import|same|goal)\b/i
const PLAN_STEP_HEADING =
  /verif|test|deliver|outcome|checklist|files to|critical files|step \d|manual/i
const OLD_STATE = /\bcurrent(?:ly)?\b|^when (?:an? |the user|clicking|you )|^(?:users?|the user) /i
const REQUEST =
  /^(?:add|make|write|create|fix|update|change|rename|move|remove|run|commit|push|do|use|mention|put|call|show|implement|test)\b/i
const RULE = /\b(?:never|always|only|unless|except|not|instead|because|since|so that|should)\b/i
const CHANGE =
  /^(?:i've |we've |i |we )?(?:added|updated|renamed|moved|removed|created|replaced|restored|inlined|extracted|converted|reorgani[sz]ed|wrapped|cleaned|bumped|passed|destructured|renumbered)\b/i
const REASON =
  /\b(?:because|since|so (?:that|the|when|it)|instead of|to avoid|otherwise|regardless|even when|only)\b/i
const VERB =
  /\b(?:is|are|was|were|has|have|had|does|do|did|can|cannot|can't|must|should|will|won't|isn't|aren't|doesn't|don't|didn't|not|never|always|only|needs?|requires?|\w+(?:s|ed|es))\b/i

/** Its subject stands in the sentence before. */
export const NEEDS_PREVIOUS = 'needs what stands before'

const POINTS_AT_END = /\b(?:about|of|for|with|to|by) (?:this|that|it)[.!]?$/i
/** A list item without a subject, and a question that answers itself. */
const FRAGMENT = /^\(|^(?:becomes|remains|stays|gets)\b|\?\s*(?:→|->|=>)|\bright[.!]?$/i

const needsPrevious = ({ text, label }: Vetoed): boolean =>
  (PRONOUN.test(text.replace(OPENING, '')) && label === '') ||
  (VAGUE_SUBJECT.test(text) && !/`/.test(text.slice(0, 60))) ||
  VAGUE_NOUN.test(text) ||
  POINTS_AT_END.test(text)

const isOfPlan = ({ speaker, planned, heading }: Vetoed): boolean =>
  speaker === 'plan' ||
  (speaker === 'human' && (planned || /context|overview|verif|approach/i.test(heading)))

const isHalfQuotation = (text: string) =>
  /["”]$/.test(text) && (text.match(/["“”]/g)?.length ?? 0) % 2 === 1

const VETOES: readonly [string, (candidate: Vetoed) => boolean][] = [
  ['hedged', ({ text }) => HEDGED.test(text)],
  ['thinking aloud', ({ text }) => ALOUD.test(text)],
  ['first person', ({ text }) => FIRST_PERSON.test(text)],
  [
    'numbered thing',
    ({ text, label }) => NUMBERED.test(`${label} ${text}`) || NUMBERED_LABEL.test(label),
  ],
  ['of the moment', ({ text }) => OF_THE_MOMENT.test(text)],
  ['of this machine', ({ text }) => OF_THE_MACHINE.test(text)],
  ['a repair to come', ({ text }) => PLANNED_FIX.test(text)],
  [NEEDS_PREVIOUS, needsPrevious],
  ['fragment', ({ text }) => FRAGMENT.test(text)],
  [
    'state before the change',
    ({ text }) => /^(?:currently|the current)\b/i.test(text) && !/because/i.test(text),
  ],
  ['status', ({ text }) => STATUS.test(text)],
  ['pasted', ({ text }) => PASTED.test(text)],
  ['half a quotation', ({ text }) => isHalfQuotation(text)],
  [
    'state before the change',
    (c) =>
      isOfPlan(c) &&
      OLD_STATE.test(c.text) &&
      !/\bcause\b|because|wrong|incorrect/i.test(`${c.label} ${c.text}`),
  ],
  [
    'step of a plan',
    (c) => isOfPlan(c) && (PLAN_STEP_HEADING.test(c.heading) || PLAN_STEP.test(c.text)),
  ],
  [
    'plain request',
    ({ speaker, text }) => speaker === 'human' && REQUEST.test(text) && !RULE.test(text),
  ],
  ['report of a change', ({ text }) => CHANGE.test(text) && !REASON.test(text)],
  [
    'narration',
    ({ isFinal, callsAfter, text }) =>
      !isFinal && callsAfter && /^(?:now|next|good|great|ok)\b/i.test(text),
  ],
  ['no verb', ({ text }) => !VERB.test(text)],
]

/** Kinds of sentence that score well and still are no finding. */
export const vetoed = (candidate: Vetoed): string | undefined =>
  VETOES.find(([, holds]) => holds(candidate))?.[0]
