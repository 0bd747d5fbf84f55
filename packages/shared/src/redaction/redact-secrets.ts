import { countUp } from './count-up.ts'
import { POSITION_RULES } from './position-rules.ts'
import { redactPrivateBlocks } from './private-blocks.ts'
import { redactPrivateKeys } from './private-keys.ts'
import { PROVIDER_RULES } from './provider-rules.ts'
import type { Redaction, Rule } from './redaction.types.ts'

/** Goes up when rules change, so that what was sent under older rules can be looked at again. */
export const REDACTION_VERSION = 1

const RULES: readonly Rule[] = [...PROVIDER_RULES, ...POSITION_RULES]

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** One look over a text that tells whether any rule could have a say: most texts end here. */
const TRIGGERS = new RegExp(
  [
    ...new Set(RULES.flatMap(({ hints, trigger }) => (trigger ? [trigger] : hints.map(literal)))),
    '<private>',
    'PRIVATE KEY',
  ].join('|'),
)

/**
 * Takes secrets out of a text and puts `[REDACTED:rule]` in their place. Redacting twice is the same as once, and time
 * grows linearly with the text. It knows nothing of fields: pass it prose, code and output, never ids or paths.
 */
export const redactSecrets = (text: string): Redaction => {
  const kinds: Record<string, number> = {}
  if (!TRIGGERS.test(text)) return { text, count: 0, kinds }
  let current = text
  // What one rule leaves behind may complete a look-alike for an earlier one, so go on until nothing moves.
  for (let pass = 0; pass < 4; pass++) {
    const before = current
    current = onePass(current, kinds)
    if (current === before) break
  }
  const count = Object.values(kinds).reduce((sum, n) => sum + n, 0)
  return { text: current, count, kinds }
}

const onePass = (text: string, kinds: Record<string, number>): string => {
  let current = redactPrivateKeys(redactPrivateBlocks(text, kinds), kinds)
  for (const rule of RULES)
    if (rule.hints.some((hint) => current.includes(hint))) current = applyRule(current, rule, kinds)
  return current
}

const applyRule = (text: string, rule: Rule, kinds: Record<string, number>): string => {
  const pieces: string[] = []
  let taken = 0
  rule.pattern.lastIndex = 0
  for (let match = rule.pattern.exec(text); match; match = rule.pattern.exec(text)) {
    const secret = secretOf(match)
    if (rule.accepts?.(secret, match) === false) continue
    // The secret always ends its match, so the part in front stays readable.
    const end = match.index + match[0].length
    pieces.push(text.slice(taken, end - secret.length), `[REDACTED:${rule.name}]`)
    taken = end
    countUp(kinds, rule.name)
  }
  if (taken === 0) return text
  pieces.push(text.slice(taken))
  return pieces.join('')
}

const secretOf = (match: RegExpExecArray): string => {
  const { secret, double, single, tick, bare } = match.groups ?? {}
  return secret ?? double ?? single ?? tick ?? bare ?? match[0]
}
