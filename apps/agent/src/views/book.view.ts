import type { Problem, Severity, Summary } from '@teamlore/lorebook'
import { plural } from '../output/format.ts'
import { bold, cyan, dim, type Line, type Piece, red, yellow } from '../output/line.ts'

const SHADES: Record<Severity, (text: string) => Piece> = { error: red, warning: yellow, note: dim }

type ProblemTold = Omit<Problem, 'rule' | 'expected' | 'nearest'> & {
  rule: string
  expected?: string | undefined
}

const problemLine = ({
  file,
  line,
  column,
  severity,
  message,
  expected,
  rule,
}: ProblemTold): Line[] => [
  [
    cyan(`${file}:${line}:${column}`),
    '  ',
    SHADES[severity](severity),
    '  ',
    message,
    dim(`  ${rule}`),
  ],
  ...(expected === undefined ? [] : [[dim(`    expected ${expected}`)]]),
]

const countOf = (problems: readonly Problem[], severity: Severity): number =>
  problems.filter((problem) => problem.severity === severity).length

export const problemLines = (
  problems: readonly Problem[],
  summary: Summary | undefined,
): Line[] => {
  const counts = `${plural(countOf(problems, 'error'), 'error')}, ${plural(countOf(problems, 'warning'), 'warning')}, ${plural(countOf(problems, 'note'), 'note')}`
  const read =
    summary === undefined
      ? 'The notes were not read: fix the files above first.'
      : `${plural(summary.files, 'file')}, ${summary.entities} entities, ${plural(summary.relationships, 'relationship')}, ${plural(summary.events, 'event')}.`
  return [...problems.flatMap(problemLine), [bold(counts), `. ${read}`]]
}

const CHANGED = ['created', 'updated', 'deleted', 'renamed'] as const
const PLANNED = 'What the files make by themselves; the server was not asked.'

/** Files that did not get in as they are. */
const keptLines = (refused: number, stale: number): Line[] => [
  ...(refused === 0 ? [] : [[red(`${plural(refused, 'file')} left out because of errors.`)]]),
  ...(stale === 0
    ? []
    : [[red(`${plural(stale, 'file')} with errors: the last good version stays in the book.`)]]),
]

type Place = { repository: string; branch: string | null }
type HeldBack = {
  state: string
  home?: Place | null | undefined
  is_new_home?: boolean | undefined
  plan: { deleted: readonly string[] } | null
}

const placeName = ({ repository, branch }: Place): string =>
  branch === null ? repository : `${repository}, branch ${branch}`

/** Why an ingest changed nothing, with the command that means it; where the book comes from if that is new. */
export const heldBackLines = (
  { state, home, is_new_home, plan }: HeldBack,
  from: Place,
): Line[] => {
  if (is_new_home) return [[`This book comes from ${placeName(from)} from now on.`]]
  if (state === 'elsewhere')
    return [
      [
        red('Nothing was changed: '),
        home
          ? `this book comes from ${placeName(home)}, and these files from ${placeName(from)}.`
          : `these files come from ${placeName(from)}, which is not the default branch.`,
      ],
      [
        'If you mean it: lore book ingest --move-home. That is for who made the book and for admins.',
      ],
    ]
  if (state !== 'deletions' || plan === null) return []
  const shown = plan.deleted.slice(0, 12)
  const more = plan.deleted.length - shown.length
  return [
    [
      red('Nothing was changed: '),
      `${plural(plan.deleted.length, 'entity', 'entities')} would be deleted:`,
    ],
    ...shown.map((key): Line => [`  ${key}`]),
    ...(more > 0 ? [[dim(`  and ${more} more`)]] : []),
    ['If you mean it: lore book ingest --allow-deletions'],
  ]
}

type Ingested = {
  state: string
  summary: Record<string, number> | null
  sent?: number
  kept_back?: number
}

/** What an ingest made of a book, and how much of it went over the wire. */
export const ingestLines = (
  { state, summary, sent, kept_back = 0 }: Ingested,
  problems: readonly ProblemTold[],
): Line[] => {
  const of = (name: string): number => summary?.[name] ?? 0
  const counts = [
    ...CHANGED.map((name) => `${of(name)} ${name}`),
    plural(of('relationships'), 'relationship'),
    plural(of('events'), 'event'),
    plural(of('errors'), 'error'),
    plural(of('warnings'), 'warning'),
  ].join(', ')
  return [
    ...problems.filter(({ severity }) => severity !== 'note').flatMap(problemLine),
    [bold(state), `  ${counts}`],
    ...keptLines(of('refused'), of('stale')),
    ...(state === 'planned' ? [[dim(PLANNED)]] : []),
    ...(sent === undefined ? [] : [[dim(`${plural(sent, 'file')} sent, ${kept_back} kept back`)]]),
  ]
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

const inLine = (value: unknown): string => {
  if (isPlain(value)) return String(value ?? '–')
  if (Array.isArray(value)) return value.map(inLine).join(', ')
  return Object.entries(value as object)
    .filter(([, one]) => !isEmpty(one))
    .map(([name, one]) => `${name}: ${inLine(one)}`)
    .join('  ')
}

/** An answer as lines: a field each, lists one item a line, longer texts as they are. */
export const answerLines = (answer: unknown): Line[] =>
  Object.entries(answer as object).flatMap(([name, value]): Line[] => {
    if (isEmpty(value)) return []
    if (name === 'body')
      return [
        [],
        ...String(value)
          .trim()
          .split('\n')
          .map((line): Line => [line]),
      ]
    if (isPlain(value)) return [[bold(name), `  ${String(value)}`]]
    if (Array.isArray(value) && value.every(isPlain)) return [[bold(name), `  ${value.join(', ')}`]]
    const items: [string, unknown][] = Array.isArray(value)
      ? value.map((item) => ['', item])
      : Object.entries(value as object)
    return [
      [bold(name)],
      ...items.map(
        ([key, item]): Line => ['  ', ...(key === '' ? [] : [dim(`${key}  `)]), inLine(item)],
      ),
    ]
  })
