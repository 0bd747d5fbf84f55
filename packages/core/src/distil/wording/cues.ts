import type { ObservationType } from '@teamlore/shared'
import type { ProseUnit } from './prose.ts'

type Cue = { pattern: RegExp; weight: number }

const DISCOVERY: Cue[] = [
  { pattern: /\broot cause\b|\bturn(?:s|ed) out\b|\bculprit\b/i, weight: 2 },
  {
    pattern:
      /\bthe (?:real|actual|underlying|core|key|exact|main) (?:issue|problem|cause|reason|bug|insight|finding|difference)\b/i,
    weight: 2,
  },
  {
    pattern: /\bthe (?:issue|problem|bug|cause|reason|catch|gotcha) (?:is|was|here|with)\b/i,
    weight: 1.6,
  },
  {
    pattern:
      /\b(?:caused by|due to|is why|that's why|the reason (?:why)?|stems from|comes from|results? (?:in|from)|leads to|which (?:means|is why|explains))\b/i,
    weight: 1,
  },
  { pattern: /\bbecause\b|\bsince (?:the|it|we|there)\b/i, weight: 0.7 },
  {
    pattern:
      /\b(?:race condition|data race|deadlock|memory leak|off[- ]by[- ]one|null pointer|infinite loop|regression|stale|orphaned?|silently|swallow(?:s|ed)|ignor(?:es|ed)|bypass(?:es|ing)?|leaks?|overwrit(?:es|ten)|truncat(?:es|ed)|shadow(?:s|ed) by|falls? through)\b/i,
    weight: 0.8,
  },
  {
    pattern:
      /\b(?:doesn't|does not|don't|do not|didn't|did not|isn't|is not|aren't|can't|cannot|won't|never|no longer|wasn't|not) (?:\w+ )?(?:support|work|exist|run|trigger|handle|clean|track|check|include|match|apply|update|return|call|use|respect|propagate|wait|persist|set|read|pass|protected|synchroni[sz]ed|covered|reachable|installed|present)/i,
    weight: 0.8,
  },
  {
    pattern:
      /\b(?:indefinitely|forever|unconditionally|hard-?coded|unused|never (?:called|used|reached))\b/i,
    weight: 0.7,
  },
  { pattern: /\b(?:limitation|well-known|known (?:issue|bug)|documented)\b/i, weight: 0.9 },
  {
    pattern:
      /\b(?:by default|defaults? to|the default|only (?:works|runs|applies|triggers|when|if|catches|covers)|requires?|depends on|under the hood|is called (?:by|from|when|in))\b/i,
    weight: 0.6,
  },
  { pattern: /\b(?:found|discovered|noticed|confirmed|realised|realized|learned)\b/i, weight: 0.5 },
  {
    pattern: /\b(?:already|pre-existing|instead of the|the same as|whereas|while the)\b/i,
    weight: 0.3,
  },
]

const DECISION: Cue[] = [
  {
    pattern:
      /\b(?:(?:we|i|they|you|the (?:user|team)) (?:\w+ )?(?:decided|chose|opted|agreed|settled)|decided (?:to|on|against|not)|(?:design|key|final|our) decision|decision (?:was|is|to)|opted (?:for|to)|settled on|went with|going with)\b/i,
    weight: 2,
  },
  {
    pattern:
      /\b(?:by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|judgment call|judgement call)\b/i,
    weight: 1.5,
  },
  {
    pattern:
      /\b(?:we'll use|we use|should use|must use|let's use|prefer(?:red|s|able)?|in favou?r of|rather than|as opposed to)\b/i,
    weight: 1.1,
  },
  { pattern: /\binstead of\b/i, weight: 1.2 },
  {
    pattern:
      /\b(?:trade-?offs?|downside|pros and cons|not worth|worth (?:it|the)|simplest|cleanest|safest|least invasive|lightest|better (?:to|approach|long-term)|best (?:option|approach|choice|way))\b/i,
    weight: 0.8,
  },
  { pattern: /\b(?:recommend(?:ed)?|the right (?:fix|approach|place|call))\b/i, weight: 0.6 },
  {
    pattern:
      /\b(?:must (?:not|never|always|stay|remain|be)|should (?:not|never|always|stay|remain)|never|out of scope|won't (?:support|do|change)|keep(?:ing|s|t)? (?:the|it|as|this|both))\b/i,
    weight: 0.7,
  },
  { pattern: /\bbecause\b|\bso that\b|\bto avoid\b|\bto keep\b/i, weight: 0.5 },
]

/** What a person says when they settle something. Plain requests are not decisions. */
const HUMAN_DECISION: Cue[] = [
  {
    pattern:
      /\b(?:let's (?:go with|use|keep|drop|not|stick|skip|leave)|go with|stick (?:with|to)|we(?:'ve| have)? (?:decided|agreed|chose)|decision)\b/i,
    weight: 2.2,
  },
  {
    pattern:
      /\b(?:we|it|you|this|that|they) (?:should|must|shall) (?:not|never|always|only|also|just|be|have|use|display|show|return|stay|remain|keep)\b/i,
    weight: 1.8,
  },
  {
    pattern: /\b(?:should|must)(?:n't| not| never| always)\b|\b(?:never|always) \w+|\bno longer\b/i,
    weight: 1.4,
  },
  {
    pattern:
      /\b(?:prefer|rather than|instead of|in favou?r of|by design|on purpose|not worth)\b|\bbut instead\b/i,
    weight: 1.4,
  },
  {
    pattern: /\b(?:don't|do not) (?:want|use|need|add|change|touch|include|show|store)\b/i,
    weight: 1.2,
  },
  { pattern: /\b(?:because|so that|otherwise|to avoid)\b/i, weight: 0.6 },
]

const HEADING_CUES: [ObservationType, RegExp][] = [
  [
    'discovery',
    /\b(?:root )?cause\b|worth knowing|gotcha|\bbug\b|\b(?:the )?(?:real |actual )?(?:issue|problem)\b|\bwhy\b|\bfindings?\b|\binsight\b|\bwhat happen/i,
  ],
  [
    'decision',
    /\bdecisions?\b|\brecommend|\btrade-?offs?\b|\bapproach\b|\brationale\b|judge?ment call/i,
  ],
]

const strength = (text: string, cues: readonly Cue[]): number => {
  let total = 0
  for (const { pattern, weight } of cues) if (pattern.test(text)) total += weight
  return Math.min(total, 3.5)
}

export type CueReading = { type: 'discovery' | 'decision'; strength: number }

/** How strongly a sentence announces a finding or a decision, and which of the two. */
export const readCues = (
  unit: Pick<ProseUnit, 'text' | 'heading' | 'label'> & {
    /** Said right after "Found the issue". */ follows: boolean
  },
): CueReading => {
  const announced = (words: string) => HEADING_CUES.find(([, pattern]) => pattern.test(words))?.[0]
  const heading = announced(unit.heading)
  const label = unit.label === '' ? undefined : announced(unit.label)
  const extra = (type: ObservationType) => (heading === type ? 0.9 : 0) + (label === type ? 1.8 : 0)
  const discovery = strength(unit.text, DISCOVERY) + extra('discovery') + (unit.follows ? 1.2 : 0)
  const decision = strength(unit.text, DECISION) + extra('decision')
  return decision > discovery
    ? { type: 'decision', strength: decision }
    : { type: 'discovery', strength: discovery }
}

export const humanDecisionStrength = (text: string): number => strength(text, HUMAN_DECISION)

const WORK: [Exclude<ObservationType, 'discovery' | 'decision' | 'change'>, RegExp][] = [
  [
    'bugfix',
    /\b(?:fix(?:e[sd]|ing)?|bug(?:fix)?|broken|breaks?|crash(?:e[sd]|ing)?|fail(?:s|ed|ing|ure)?|regression|wrong(?:ly)?|incorrect(?:ly)?|race|leak(?:s|ed)?|vulnerab\w+|advisor(?:y|ies)|doesn't|does not|not (?:working|showing|starting)|stuck|hang(?:s|ing)?|delay|restor(?:e[sd]?|ing)|lost|missing|prevent(?:s|ed)?|resolve[sd]?|bugg(?:ed|y)|errors?|n(?:o|')t \w+ correctly)\b/gi,
  ],
  [
    'feature',
    /\b(?:add(?:s|ed|ing)?|implement(?:s|ed|ing)?|create[sd]?|introduc(?:e[sd]?|ing)|support(?:s|ed)?|new|feature|enable[sd]?|allow(?:s|ed)?|build|built)\b/gi,
  ],
  [
    'refactor',
    /\b(?:refactor(?:s|ed|ing)?|renam(?:e[sd]?|ing)|extract(?:s|ed|ing)?|inlin(?:e[sd]?|ing)|mov(?:e[sd]?|ing)|simplif(?:y|ies|ied)|clean(?:s|ed)? up|cleanup|dedup\w*|duplicat\w+|consolidat\w+|restructur\w+|reorgani[sz]\w+|unif(?:y|ied)|split)\b/gi,
  ],
]

const CONVENTIONAL: Record<string, ObservationType> = {
  fix: 'bugfix',
  bugfix: 'bugfix',
  hotfix: 'bugfix',
  feat: 'feature',
  feature: 'feature',
  refactor: 'refactor',
  perf: 'refactor',
}

const PREFIX = /^(\w+)(?:\([^)]*\))?!?:\s+/

/** `fix(cli): close in time` → ['bugfix', 'Close in time']. */
export const readCommitSubject = (
  subject: string,
): { type: ObservationType | null; text: string } => {
  const kind = PREFIX.exec(subject)?.[1]?.toLowerCase()
  const known =
    kind !== undefined &&
    /^(feat|fix|chore|docs|style|refactor|perf|test|build|ci|revert|wip|bugfix|hotfix|feature)$/.test(
      kind,
    )
  if (!known) return { type: null, text: subject }
  return { type: CONVENTIONAL[kind] ?? 'change', text: subject.replace(PREFIX, '') }
}

const LEADING: [ObservationType, RegExp][] = [
  ['bugfix', /^(?:fix|restor|resolv|correct|prevent|repair|handle missing|stop)\w*\b/i],
  ['feature', /^(?:add|creat|implement|introduc|support|enabl|allow|build|expos)\w*\b/i],
  [
    'refactor',
    /^(?:refactor|renam|mov|extract|inlin|simplif|consolidat|merg|split|dedup|clean|unif|reorgani|restructur)\w*\b/i,
  ],
]

/** Judges what kind of work texts describe; how the first begins counts most. `change` when nothing speaks for another kind. */
export const judgeWork = (texts: readonly { text: string; weight: number }[]): ObservationType => {
  const leading = LEADING.find(([, pattern]) => pattern.test(texts[0]?.text ?? ''))?.[0]
  const scores = WORK.map(([type, pattern]) => {
    const score = texts.reduce(
      (sum, { text, weight }) => sum + weight * Math.min(text.match(pattern)?.length ?? 0, 3),
      leading === type ? 3 : 0,
    )
    return { type, score }
  })
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  return best.score >= 1 ? best.type : 'change'
}
