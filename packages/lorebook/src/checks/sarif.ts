import { type Problem, RULES, type RuleName, type Severity } from '../problems.ts'

const LEVELS = { error: 'error', warning: 'warning', note: 'note' } as const satisfies Record<
  Severity,
  string
>
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

const resultOf = ({ rule, severity, message, file, line, column }: Problem) => ({
  ruleId: rule,
  level: LEVELS[severity],
  message: { text: message },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
        region: { startLine: line, startColumn: column },
      },
    },
  ],
})

/** A report in SARIF 2.1.0, which code hosts show beside the lines it speaks of. */
export const sarifOf = (problems: readonly Problem[], version: string) => ({
  $schema: SCHEMA,
  version: '2.1.0' as const,
  runs: [
    {
      tool: {
        driver: {
          name: 'lore book validate',
          version,
          rules: (Object.keys(RULES) as RuleName[]).map((id) => ({
            id,
            shortDescription: { text: RULES[id].about },
            defaultConfiguration: { level: LEVELS[RULES[id].severity] },
          })),
        },
      },
      results: problems.map(resultOf),
    },
  ],
})

/** How a command ends: 1 where something is wrong, else 0. With `strict`, a warning is wrong too. */
export const exitCodeOf = (problems: readonly Problem[], { strict = false } = {}): 0 | 1 =>
  problems.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
    ? 1
    : 0
