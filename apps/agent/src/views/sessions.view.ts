import type { Session } from '@teamlore/shared'
import { ago, count, plural } from '../output/format.ts'
import { bold, cyan, dim, type Line, type Piece } from '../output/line.ts'
import { printable } from '../output/printable.ts'
import { type Column, tableLines } from '../output/table.ts'
import { truncate } from '../output/text-width.ts'

type Options = { width: number | undefined; now: Date }

/** Below this a table would leave no room for titles beside the ids, which must stay whole to be copied. */
const TABLE_WIDTH = 120

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'LAST ACTIVE' },
  { title: 'TOOL', shrinksTo: 8 },
  { title: 'PROJECT', shrinksTo: 8 },
  { title: 'BY', shrinksTo: 6 },
  { title: 'PROMPTS', align: 'right' },
  { title: 'TITLE', shrinksTo: 16 },
]

/** A table where it fits, two lines per session where it does not. */
export const sessionLines = (sessions: readonly Session[], options: Options): Line[] =>
  options.width !== undefined && options.width < TABLE_WIDTH
    ? sessions.flatMap((session, at) => cardLines(session, options, at))
    : tableLines(
        COLUMNS,
        sessions.map((session) => rowOf(session, options.now)),
        { width: options.width, title: dim },
      )

const lastActive = ({ ended_at, started_at }: Session, now: Date): string => {
  const at = ended_at ?? started_at
  return at === null ? 'no date' : ago(at, now)
}

const rowOf = (session: Session, now: Date): Piece[] => [
  cyan(session.id),
  lastActive(session, now),
  session.tool,
  session.project?.name ?? '–',
  session.author.name,
  count(session.counts.prompts),
  titleOf(session),
]

/** Subagents and forks are sessions too, but nobody started them by hand. */
const titleOf = ({ kind, title, visibility, tags }: Session): string =>
  [
    kind === 'main' ? '' : `[${kind}] `,
    visibility === 'private' ? '[private] ' : '',
    title,
    ...tags.map((tag) => ` #${tag}`),
  ].join('')

const cardLines = (session: Session, { width = 80, now }: Options, at: number): Line[] => {
  const facts = [
    lastActive(session, now),
    session.project?.name ?? 'no project',
    session.author.name,
    plural(session.counts.prompts, 'prompt'),
  ].join(' · ')
  const room = width - 2
  const isOneLine = session.id.length + 2 + facts.length <= room
  return [
    ...(at === 0 ? [] : [[]]),
    [bold(truncate(printable(titleOf(session)), width))],
    isOneLine
      ? ['  ', cyan(session.id), '  ', dim(facts)]
      : ['  ', dim(truncate(printable(facts), room))],
    ...(isOneLine ? [] : [['  ', cyan(session.id)]]),
  ]
}
