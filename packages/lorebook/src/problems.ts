/** How bad something is: an `error` keeps something out of the book, a `warning` wants mending, a `note` may be meant so. */
export type Severity = 'error' | 'warning' | 'note'

type RuleFacts = { severity: Severity; about: string }

/** Everything that can be said about the files of a book; the names are those of reports and of SARIF. */
export const RULES = {
  'yaml-syntax': { severity: 'error', about: 'YAML that cannot be read' },
  'duplicate-key': { severity: 'error', about: 'The same key twice in one mapping' },
  'too-large': { severity: 'error', about: 'A text over the limit' },
  'duplicate-path': { severity: 'error', about: 'Two files of one path' },
  'not-text': { severity: 'error', about: 'A file that is no text' },
  'unsafe-path': { severity: 'error', about: 'A path that leads out of the book' },
  'wrong-shape': { severity: 'error', about: 'A value of another kind than expected' },
  'unknown-setting': { severity: 'error', about: 'A setting that does not exist' },
  'unknown-name': { severity: 'error', about: 'A name that is declared nowhere' },
  'declared-twice': { severity: 'error', about: 'The same name declared twice' },
  'layer-cycle': { severity: 'error', about: 'Layers that depend on each other in a circle' },
  'unused-setting': { severity: 'note', about: 'A setting that has no effect here' },
  'unreachable-layer': { severity: 'warning', about: 'A layer that no file can get into' },
  'cut-by-comment': { severity: 'warning', about: 'A name that ends where a comment begins' },
  'several-types': {
    severity: 'note',
    about: 'A file of several types, of which the first counts',
  },
  'no-type': { severity: 'warning', about: 'Front matter that names no type' },
  'unknown-type': { severity: 'warning', about: 'A type that the schema does not have' },
  'unknown-field': { severity: 'warning', about: 'A field that the schema does not have' },
  'type-mismatch': { severity: 'error', about: 'A value of another type than the schema says' },
  'not-in-enum': { severity: 'error', about: 'A value that the enum does not list' },
  'missing-required': { severity: 'error', about: 'A required property without a value' },
  'duplicate-name': { severity: 'error', about: 'Two entities of one name in one layer' },
  'same-name': {
    severity: 'note',
    about: 'Two entities of one name that folders or identity fields distinguish',
  },
  'ambiguous-name': { severity: 'warning', about: 'A name that may mean two entities' },
  'near-duplicate-name': { severity: 'warning', about: 'Two names that differ by little' },
  'dangling-reference': { severity: 'warning', about: 'A field that names an unknown entity' },
  'dangling-link': { severity: 'warning', about: 'A wiki link to an unknown entity' },
  'wrong-target': { severity: 'error', about: 'A relationship to an entity of another type' },
  'cross-layer': { severity: 'error', about: 'A reach into a layer that is not depended on' },
  'orphaned-entity': { severity: 'note', about: 'An entity without any relationship' },
  'missing-session': { severity: 'warning', about: 'An event without a session number' },
  'unreadable-date': {
    severity: 'warning',
    about: 'A date in the world that the calendar of the book cannot read',
  },
  'contradictory-consequences': {
    severity: 'error',
    about: 'Two events of one session that set a property to different values',
  },
  'impossible-order': { severity: 'error', about: 'Events in an order that cannot be' },
} as const satisfies Record<string, RuleFacts>

export type RuleName = keyof typeof RULES

/** Where something stands; lines and columns count from 1. */
export type Place = { file: string; line: number; column: number }

export type Problem = Place & {
  rule: RuleName
  severity: Severity
  /** One sentence that says what is wrong and what to do. */
  message: string
  /** What would have been right there. */
  expected?: string
  /** The valid name that is nearest to the one that was written. */
  nearest?: string
}

type Hints = { expected?: string | undefined; nearest?: string | undefined }

export const newProblem = (
  rule: RuleName,
  { file, line, column }: Place,
  message: string,
  { expected, nearest }: Hints = {},
): Problem => ({
  rule,
  severity: RULES[rule].severity,
  file,
  line,
  column,
  message: nearest === undefined ? message : `${message} Did you mean "${nearest}"?`,
  ...(expected !== undefined && { expected }),
  ...(nearest !== undefined && { nearest }),
})

/** How many of them are errors and how many are warnings. */
export const countProblems = (
  problems: readonly Pick<Problem, 'severity'>[],
): { errors: number; warnings: number } => ({
  errors: problems.filter(({ severity }) => severity === 'error').length,
  warnings: problems.filter(({ severity }) => severity === 'warning').length,
})

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** In reading order: by file, line, column, rule. */
export const inReadingOrder = (problems: readonly Problem[]): Problem[] =>
  [...problems].sort(
    (a, b) =>
      byText(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      byText(a.rule, b.rule) ||
      byText(a.message, b.message),
  )
