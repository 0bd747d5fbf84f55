import { sarifOf } from '@teamlore/shared/sarif'
import { type Problem, RULES, type RuleName } from '../problems.ts'

/** What a check found, in SARIF 2.1.0. */
export const sarifOfProblems = (problems: readonly Problem[], version: string) =>
  sarifOf(
    {
      name: 'lore book validate',
      version,
      rules: (Object.keys(RULES) as RuleName[]).map((id) => ({
        id,
        about: RULES[id].about,
        level: RULES[id].severity,
      })),
    },
    problems.map(({ rule, severity, message, file, line, column }) => ({
      rule,
      level: severity,
      message,
      place: { file, line, column },
    })),
  )

/** How a command ends: 1 where something is wrong, else 0. With `strict`, a warning is wrong too. */
export const exitCodeOf = (problems: readonly Problem[], { strict = false } = {}): 0 | 1 =>
  problems.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
    ? 1
    : 0
