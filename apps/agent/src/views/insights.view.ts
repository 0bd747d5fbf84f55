import type { Insights } from '@teamlore/shared/insights'
import { count, day, plural } from '../output/format.ts'
import { bold, dim, type Line } from '../output/line.ts'

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

const ORIGINS = { session: 'by sessions', person: 'by people' } as const

const originLine =
  (all: number) =>
  ({ origin, lines, survival }: Insights['origins'][number]): Line => [
    `  ${ORIGINS[origin].padEnd(12)} ${share(lines, all).padStart(5)}  ${plural(lines, 'line')}`,
    dim(
      `   left after ${survival.map(({ days, lines: old, kept }) => `${plural(days, 'day')}: ${share(kept, old)}`).join(', ')}`,
    ),
  ]

const table = (title: string, rows: readonly string[]): Line[] =>
  rows.length === 0 ? [] : [[], [bold(title)], ...rows.map((row): Line => [`  ${row}`])]

/** Figures with, at the end, what they cannot say. */
export const insightLines = (insights: Insights): Line[] => {
  const { days, commits, origins, tools, models, hot_files, people, method } = insights
  const all = origins.reduce((sum, { lines }) => sum + lines, 0)
  return [
    [bold(days === 1 ? 'The last day' : `The last ${plural(days, 'day')}`)],
    [
      `  ${plural(commits.all, 'commit')}, ${share(commits.with_session, commits.all)} with a session`,
    ],
    ...origins.map(originLine(all)),
    ...table(
      'Tools',
      tools.map(
        ({ name, sessions, commits: made }) =>
          `${name.padEnd(24)} ${plural(sessions, 'session')}, ${plural(made, 'commit')}`,
      ),
    ),
    ...table(
      'Models',
      models.map(
        ({ name, sessions, commits: made }) =>
          `${name.padEnd(24)} ${plural(sessions, 'session')}, ${plural(made, 'commit')}`,
      ),
    ),
    ...table(
      'Files that change most',
      hot_files
        .slice(0, 10)
        .map(
          ({ path, commits: changes, with_session }) =>
            `${count(changes).padStart(5)}  ${path}  (${share(with_session, changes)} with a session)`,
        ),
    ),
    ...table(
      'Who worked where',
      people.map(
        ({ folder, person, commits: made, last_at }) =>
          `${folder.padEnd(32)} ${person}, ${plural(made, 'commit')}, last on ${day(last_at)}`,
      ),
    ),
    [],
    [bold('What this cannot say')],
    ...method.map((sentence): Line => [dim(`  ${sentence}`)]),
  ]
}
