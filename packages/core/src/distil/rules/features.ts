import type { Candidate } from './candidate.ts'

const REPORT =
  /^(?:i|we)(?:'ve| have|’ve)?(?: now| also| successfully| just| already)* (?:added|updated|changed|fixed|removed|created|implemented|modified|moved|renamed|replaced|made|refactored|committed|pushed|restored|cleaned|extracted|deleted|wrote|set|put)\b|^(?:added|updated|changed|fixed|removed|created|implemented|modified|moved|renamed|replaced|made|refactored|committed|pushed|restored|cleaned|extracted|deleted|reorganized|extended|applied|converted|simplified|restructured|deduplicated|initiali[sz]es?|adds|updates|changes|removes|creates|replaces|imports|defines|uses the)\b/i
const NARRATION =
  /^(?:these|this|the|that)\s+(?:\w+\s+)?(?:changes?|implementation|modifications?|update|updated|approach|code|block|method|function|test|edit|script|structure|solution|setup|fix|refactor\w*)\b.{0,30}\b(?:will|should|adds?|updates?|ensures?|allows?|makes?|removes?|replaces?|creates?|moves?|now|does|is now|assumes?|provides?)\b/i

/** Word cues. Each alone overfits, so only what they make together is scored. */
const WORDS = {
  because: /\bbecause\b|\bsince (?:the|it|we|there|a)\b|\bdue to\b|\bcaused by\b/i,
  means: /\b(?:which|that|this) (?:means|explains|causes|is why)\b|\bleads? to\b|\bresults? in\b/i,
  cannot:
    /\b(?:doesn't|does not|don't|do not|isn't|is not|aren't|can't|cannot|won't|wasn't|weren't|didn't|never|no longer|has no|have no|without)\b/i,
  silent:
    /\b(?:silently|indefinitely|forever|swallow\w*|ignor(?:es|ed)|bypass\w*|leaks?|overwrit\w+|truncat\w+|stale|orphan\w*|shadow\w*|falls? through|hangs?|blocks?|race|deadlock|corrupt\w*|duplicat\w+|strip(?:s|ped)?)\b/i,
  breaks:
    /\b(?:fail(?:s|ed|ing|ure)?|break(?:s|ing)?|broken|crash\w*|throws?|reject\w*|error(?:s|ed)?|wrong|invalid|conflict\w*|mismatch)\b/i,
  instead: /\b(?:instead of|rather than|as opposed to|in favou?r of|over the)\b/i,
  should: /\bshould\b/i,
  purpose: /\bso that\b|\bto (?:avoid|prevent|keep|ensure)\b|\botherwise\b|\bso (?:the|it|we|a)\b/i,
  dash: /\s[—–]\s|;\s/,
  you: /\b(?:you|your|you'll|you're)\b/i,
  first: /\b(?:i|i'm|i've|i'd|my|me)\b/i,
  will: /\b(?:will|going to|now let|next)\b/i,
  present:
    /\b(?:is|are|has|does|returns?|uses?|calls?|reads?|writes?|checks?|sets?|gets?|runs?|contains?|expects?|stores?|supports?)\b/i,
  scope:
    /\b(?:only|never|always|except|unless|not just|regardless|even if|even though|any|all|every|both|no longer|explicit(?:ly)?)\b/i,
} as const

const START: Readonly<Record<string, RegExp>> = {
  that: /^(?:this|that|it|its|it's|they|them|these|those|he|she|both|neither|such|there|which|here)\b/i,
  the: /^the\b/i,
  name: /^(?:`|[A-Za-z]+[._/]\w|[a-z]+[A-Z]\w|[A-Z][a-z]+[A-Z]\w)/,
  if: /^(?:if|when|since|because|after|once|even|without|for)\b/i,
  verb: /^(?:add|adapt|allow|apply|avoid|build|bump|change|check|clean|convert|create|delete|display|drop|enable|ensure|extract|fix|generate|handle|implement|improve|include|insert|keep|make|mark|merge|move|parse|print|pull|push|put|refactor|remove|rename|replace|restore|return|run|set|show|simplify|skip|split|store|switch|test|update|use|verify|wrap|write)\b/i,
  lower: /^[a-z]/,
}

const HEAD: Readonly<Record<string, RegExp>> = {
  cause: /cause|issue|problem|bug|why|gotcha|insight|finding|happen|worth knowing/i,
  decision: /decision|recommend|trade-?off|rationale|approach|design|judge?ment/i,
  work: /change|summary|implement|files?|modified|updated|added|step|fix\b|plan|next/i,
  verify: /verif|test|valid|outcome|checklist|deliver/i,
  context: /^context|background|overview|what happened|how it works|problem|edge cases/i,
  settled: /decisions?\b|confirmed|user decisions|stance/i,
  file: /`[^`]+\.\w+`|^\S+\.\w{1,4}\b|backend|frontend/i,
  option: /option|suggest|recommend|alternative/i,
}

const NAMES = /\b\w+(?:[._/]\w+)+\b|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]{3,}\b/
const NAMED_START =
  /^(?:the |in |a |an |both |all )?(?:`[^`]+`|[A-Za-z]\w*[._/]\w|[a-z]+[A-Z]\w|[A-Z][a-z]+[A-Z])/i
const ASKS_WHY =
  /\b(?:why|bug|issue|error|fail|broken|wrong|crash|slow|delay|hang|doesn't|not work)/i
const FOUND_BEFORE = /\b(?:found (?:it|the)|i see|issue|problem|root cause|clear|interesting)\b/i
const ENGLISH = /\b(?:the|a|is|are|to|and|of|in|for|with|not|on|as|it)\b/i

type Flags = Record<string, boolean>

const matches = (patterns: Readonly<Record<string, RegExp>>, prefix: string, text: string): Flags =>
  Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [`${prefix}.${name}`, pattern.test(text)]),
  )

const formOf = ({ text, form, label, prev, next }: Candidate): Flags => ({
  'form.report': REPORT.test(text),
  'form.narration': NARRATION.test(text),
  'form.item': form === 'item',
  'form.label': label !== '',
  'form.arrow': /→|->|=>/.test(text),
  'form.brackets': /\(.{12,}\)/.test(text),
  'prev.found': FOUND_BEFORE.test(prev) && prev.length < 120,
  'prev.colon': /:$/.test(prev),
  'prev.none': prev === '',
  'next.fix': /^(?:let|i'll|i need|the fix|fix|we need|so i)\b/i.test(next),
  'next.cause': /\b(?:because|so |this means|which|since)\b/i.test(next),
})

const contextOf = (c: Candidate): Flags => ({
  'ctx.afterResult': c.afterResult,
  'ctx.afterError': c.afterError,
  'ctx.callsAfter': c.callsAfter,
  'ctx.editsAfter': c.editsAfter > 0,
  'ctx.editsBefore': c.editsBefore > 0,
  'ctx.manyMessages': c.messages > 8,
  'ctx.planned': c.planned,
  'ctx.askWhy': ASKS_WHY.test(c.ask),
  'ctx.chat': c.messages <= 1 && c.speaker !== 'human',
  'by.human': c.speaker === 'human',
  'by.plan': c.speaker === 'plan',
})

type Says = Record<keyof typeof WORDS, boolean>

const saysOf = (text: string): Says =>
  Object.fromEntries(
    Object.entries(WORDS).map(([name, pattern]) => [name, pattern.test(text)]),
  ) as Says

/** What the word cues make together. */
const togetherOf = (w: Says) => ({
  hasReason: w.because || w.means || w.purpose || w.dash,
  isNegated: w.cannot || w.silent || w.breaks,
  isRule: w.scope || w.should || w.instead || w.cannot,
  isSpoken: w.first || w.you || w.will,
})

const combinedOf = ({ text, speaker, planned }: Candidate, flags: Flags): Flags => {
  const says = saysOf(text)
  const { hasReason, isNegated, isRule, isSpoken } = togetherOf(says)
  const isNamed = /`[^`]+`/.test(text) || NAMES.test(text.replace(/`[^`]+`/g, ' '))
  const has = (...names: string[]) => names.some((name) => flags[name] === true)
  return {
    'x.namedReason': isNamed && hasReason,
    'x.namedNegated': isNamed && isNegated,
    'x.reasonNegated': hasReason && isNegated,
    'x.namedScope': isNamed && says.scope,
    'x.namedStart': startsNamed(text),
    'x.humanRule': speaker === 'human' && isRule,
    'x.planWhy': planned && has('head.context', 'head.cause', 'head.settled'),
    'x.planStep': planned && has('start.verb', 'head.verify'),
    'x.reportReason': has('form.report') && hasReason,
    'x.statement': says.present && !isSpoken && !has('start.that', 'form.report', 'form.narration'),
    'x.foreign': !ENGLISH.test(text) && text.split(/\s+/).length > 7,
  }
}

const startsNamed = (text: string): boolean =>
  NAMED_START.test(text) &&
  START['name']?.test(text.replace(/^(?:the|in|a|an|both|all) /i, '')) === true

/** All that is scored of a sentence beside its embedding, by name. */
export const featuresOf = (candidate: Candidate): Record<string, number> => {
  const { text, heading, label, cue, score, centrality } = candidate
  const flags = {
    ...matches(START, 'start', text),
    ...matches(HEAD, 'head', `${heading} ${label}`),
    ...formOf(candidate),
    ...contextOf(candidate),
  }
  const all = { ...flags, ...combinedOf(candidate, flags) }
  return {
    ...Object.fromEntries(Object.entries(all).map(([name, holds]) => [name, holds ? 1 : 0])),
    'rule.cue': Math.min(cue, 3.5) / 3.5,
    'rule.score': Math.max(-1, Math.min(score, 4)) / 4,
    'rule.central': centrality,
  }
}
