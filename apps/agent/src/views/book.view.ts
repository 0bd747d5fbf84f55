import { countProblems, type Problem, type Severity, type Summary } from '@teamlore/lorebook'
import { repositoryName } from '@teamlore/shared/repository-name'
import { plural } from '../output/format.ts'
import { bold, cyan, dim, type Line, type Piece, red, yellow } from '../output/line.ts'

const SHADES: Record<Severity, (text: string) => Piece> = { error: red, warning: yellow, note: dim }

type ShownProblem = Omit<Problem, 'rule' | 'expected' | 'nearest'> & {
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
}: ShownProblem): Line[] => [
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
      : `${plural(summary.files, 'file')}, ${plural(summary.entities, 'entity', 'entities')}, ${plural(summary.relationships, 'relationship')}, ${plural(summary.events, 'event')}.`
  return [...problems.flatMap(problemLine), [bold(counts), `. ${read}`]]
}

const CHANGED = ['created', 'updated', 'deleted', 'renamed'] as const

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
  would_be?: string | undefined
  home?: Place | null | undefined
  is_new_home?: boolean | undefined
  plan: { deleted: readonly string[] } | null
}

const placeName = ({ repository, branch }: Place): string => {
  const name = repositoryName(repository)
  return branch === null ? name : `${name}, branch ${branch}`
}

/** What an ingest would take out of the book. */
export const deletedLines = (deleted: readonly string[]): Line[] => {
  const shown = deleted.slice(0, 12)
  const more = deleted.length - shown.length
  return [
    [`${plural(deleted.length, 'entity', 'entities')} would be deleted:`],
    ...shown.map((key): Line => [`  ${key}`]),
    ...(more > 0 ? [[dim(`  and ${more} more`)]] : []),
  ]
}

const NOBODY = 'Nobody can be asked here, so say by hand that it is meant: '
const IF_MEANT = 'If you mean it: '
const DRY = 'This was a dry run, so nothing was changed.'

const elsewhereLines = (home: Place | null | undefined, from: Place): Line[] => [
  [
    red('Files from elsewhere change nothing: '),
    home
      ? `this book comes from ${placeName(home)}, and these files from ${placeName(from)}.`
      : `these files come from ${placeName(from)}, which is not the default branch.`,
  ],
  [`${IF_MEANT}lore book ingest --move-home. That is for who made the book and for admins.`],
]

/** Why an ingest changed nothing, with the command that means it; where the book comes from if that is new. */
export const heldBackLines = (
  { state, would_be, home, is_new_home, plan }: HeldBack,
  from: Place,
  { isAlone }: { isAlone: boolean },
): Line[] => {
  if (is_new_home) return [[`This book comes from ${placeName(from)} from now on.`]]
  const why = would_be ?? state
  const deleted = plan?.deleted ?? []
  const isShown = state === 'planned' || why === 'deletions' || why === 'elsewhere'
  return [
    ...(state === 'planned' ? [[DRY]] : []),
    ...(isShown && deleted.length > 0 ? deletedLines(deleted) : []),
    ...(why === 'elsewhere' ? elsewhereLines(home, from) : []),
    ...(why === 'deletions' && state !== 'planned' ? [[red('Nothing was changed.')]] : []),
    ...(why === 'deletions'
      ? [[`${isAlone ? NOBODY : IF_MEANT}lore book ingest --allow-deletions`]]
      : []),
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
  problems: readonly ShownProblem[],
): Line[] => {
  const of = (name: string): number => summary?.[name] ?? 0
  // The list has what only the whole shows as well, and is cut where it is very long.
  const listed = countProblems(problems)
  const counts = [
    ...CHANGED.map((name) => `${of(name)} ${name}`),
    plural(of('relationships'), 'relationship'),
    plural(of('events'), 'event'),
    plural(Math.max(of('errors'), listed.errors), 'error'),
    plural(Math.max(of('warnings'), listed.warnings), 'warning'),
  ].join(', ')
  return [
    ...problems.filter(({ severity }) => severity !== 'note').flatMap(problemLine),
    [bold(state), `  ${counts}`],
    ...keptLines(of('refused'), of('stale')),
    ...(sent === undefined ? [] : [[dim(`${plural(sent, 'file')} sent, ${kept_back} kept back`)]]),
  ]
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** What says no more than the name of an entity, or that nothing is special. */
const isPlainlySo = (name: string, value: unknown, title: unknown): boolean =>
  (name === 'handle' && value === title) || (name === 'is_from_text' && value === false)

const inLine = (value: unknown): string => {
  if (isPlain(value)) return String(value ?? '–')
  if (Array.isArray(value)) return value.map(inLine).join(', ')
  const { name: title } = value as { name?: unknown }
  return Object.entries(value as object)
    .filter(([name, one]) => !isEmpty(one) && !isPlainlySo(name, one, title))
    .map(([name, one]) => `${name}: ${inLine(one)}`)
    .join('  ')
}

/** An answer as lines: a field each, lists one item a line, longer texts as they are. */
export const answerLines = (answer: unknown): Line[] =>
  Object.entries(answer as object).flatMap(([name, value]): Line[] => {
    if (isEmpty(value) || isPlainlySo(name, value, (answer as { name?: unknown }).name)) return []
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

/** Why a picture is not in the book. */
const WHY: Record<string, string> = {
  size: 'larger than 5 MB',
  type: 'no picture of a type that is taken',
  elsewhere: 'not in the folder of the book',
  hash: 'changed while it was sent',
  secret: 'a secret in its path',
  path: 'a path that is not taken',
  not_shown: 'no note shows it',
}

type Pictures = {
  kept: number
  sent: number
  left_out: readonly { path: string; reason: string }[]
}

export const pictureLines = ({ kept, sent, left_out }: Pictures): Line[] => [
  [`${plural(kept, 'picture')} shown, ${sent} sent.`],
  ...left_out.map(
    ({ path, reason }): Line => [yellow(`${path} is left out: ${WHY[reason] ?? reason}.`)],
  ),
]
