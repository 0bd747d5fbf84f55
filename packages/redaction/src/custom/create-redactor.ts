import type { CustomRule, CustomRules } from '@teamlore/shared'
import { findSecrets } from '../find-secrets.ts'
import { redactSecrets, redactWith } from '../redact-secrets.ts'
import type { Finding, Redaction } from '../redaction.types.ts'
import { LONGEST_MATCH, problemOfPattern } from './check-pattern.ts'

/** Takes secrets out of texts, by the rules of everybody and by somebody's own. */
export type Redactor = {
  redact: (text: string) => Redaction
  /** Whether a text was named as no secret. */
  allows: (text: string) => boolean
}

export const PLAIN_REDACTOR: Redactor = { redact: redactSecrets, allows: () => false }

type Options = Partial<Pick<CustomRules, 'rules' | 'allow'>>

/** Patterns that were not checked are checked here; one that does not pass is left out, never run. */
export const createRedactor = ({ rules = [], allow = [] }: Options): Redactor => {
  const safe = rules.filter(({ pattern, flags }) => problemOfPattern(pattern, flags) === undefined)
  if (safe.length === 0 && allow.length === 0) return PLAIN_REDACTOR
  const finders = safe.map(finderOf)
  const allowed = new Set(allow)
  const find = (text: string): Finding[] => {
    const found = [...findSecrets(text), ...finders.flatMap((finder) => finder(text))]
    return apart(found.filter(({ start, end }) => !allowed.has(text.slice(start, end))))
  }
  return {
    redact: (text) => redactWith(text, find),
    allows: (text) => allowed.has(text),
  }
}

/** Bounds what has none: `+` becomes `{1,2000}`. */
const finderOf = ({ name, pattern, flags = '' }: CustomRule): ((text: string) => Finding[]) => {
  const bounded = pattern.replace(
    /(\\.|\[(?:\\.|[^\]\\])*\])|([*+])|\{(\d+),\}/g,
    (whole, kept, sign, least) => {
      if (kept !== undefined) return whole
      if (least !== undefined) return `{${least},${Math.max(Number(least), LONGEST_MATCH)}}`
      return sign === '*' ? `{0,${LONGEST_MATCH}}` : `{1,${LONGEST_MATCH}}`
    },
  )
  const expression = new RegExp(bounded, `g${flags}`)
  return (text) => {
    const marks = [...text.matchAll(MARK)]
    return [...text.matchAll(expression)].flatMap(({ 0: match, index }): Finding[] => {
      const finding = { start: index, end: index + match.length, rule: name }
      const isMarked = marks.some(
        (mark) => mark.index < finding.end && finding.start < mark.index + mark[0].length,
      )
      return match === '' || isMarked ? [] : [finding]
    })
  }
}

/** What an earlier look left: a pattern of capitals would find it again and again. */
const MARK = /\[REDACTED:[a-z0-9-]{1,40}\]/g

const apart = (found: Finding[]): Finding[] => {
  found.sort((a, b) => a.start - b.start)
  const result: Finding[] = []
  for (const next of found) {
    const last = result.at(-1)
    if (last === undefined || next.start >= last.end) result.push({ ...next })
    else last.end = Math.max(last.end, next.end)
  }
  return result
}
