import { changesShown } from '../hooks/changes-shown.ts'
import type { HookCounts } from '../hooks/hook-counts.ts'
import { ago, plural, tilde } from '../output/format.ts'
import { bold, dim, green, type Line, red, yellow } from '../output/line.ts'

type Change = { path: string; before: string | undefined; after: string | undefined }

type Outcome = {
  tool: string
  project: string | undefined
  changes: readonly Change[]
  notes: readonly string[]
  /** What of somebody else's kept a part of ours out. */
  kept?: readonly string[] | undefined
  error?: Error
}

type View = {
  home: string
  isDryRun: boolean
  action: 'install' | 'uninstall'
  backups: string
  /** What is put in. */
  what: 'hooks' | 'settings'
}

export type HookRow = {
  tool: string
  project: string | null
  path: string
  isInstalled: boolean
  /** Whether it is what would be installed today. */
  isCurrent: boolean
}

const isChange = ({ before, after }: Change): boolean => before !== after

/** What changes in which file, line by line. */
export const changeLines = (outcomes: readonly Outcome[], { home }: View): Line[] =>
  outcomes.flatMap(({ changes }) =>
    changes.filter(isChange).flatMap(({ path, before, after }): Line[] => {
      const what = before === undefined ? 'new' : after === undefined ? 'goes' : 'changes'
      return [
        [bold(tilde(path, home)), dim(`  ${what}`)],
        ...changesShown(before ?? '', after ?? '').map(({ sign, text }): Line => {
          const line = `  ${sign} ${text}`
          return [sign === '+' ? green(line) : sign === '-' ? red(line) : dim(line)]
        }),
        [],
      ]
    }),
  )

export const outcomeLines = (outcomes: readonly Outcome[], view: View): Line[] => {
  const changed = outcomes.flatMap(({ changes }) => changes.filter(isChange))
  const done = outcomes.filter(({ error }) => error === undefined)
  const tools = [...new Set(done.map(({ tool }) => tool))].join(', ')
  if (changed.length === 0)
    return done.length === 0
      ? []
      : [
          [
            view.action === 'install'
              ? `Nothing to do: the ${view.what} of ${tools} are in place.`
              : 'There was nothing to take out.',
          ],
          ...outcomes.flatMap(keptLines),
        ]
  const isKept = changed.some(({ before }) => before !== undefined) && view.action === 'install'
  return [
    [
      ...(view.isDryRun ? [yellow('Nothing was written.')] : [green('Done.')]),
      ` ${plural(changed.length, 'file')} ${view.isDryRun ? 'would change' : 'changed'}.`,
      ...(isKept && !view.isDryRun
        ? [` Copies from before are in ${tilde(view.backups, view.home)}.`]
        : []),
    ],
    ...outcomes.flatMap(({ tool, notes }) => notes.map((note): Line => [dim(`${tool}: `), note])),
    ...outcomes.flatMap(keptLines),
  ]
}

const keptLines = ({ tool, kept = [] }: Outcome): Line[] =>
  kept.map((line) => [yellow(`${tool}: `), line])

type StatusView = {
  counts: HookCounts | undefined
  home: string
  asks: boolean
  isWindows: boolean
  now: Date
}

/** In the home folder, settings of a project may be those of the user: a file is shown as what it was made for. */
export const eachFileOnce = (rows: readonly HookRow[]): HookRow[] => {
  const merit = ({ isInstalled, isCurrent }: HookRow) => Number(isInstalled) + Number(isCurrent)
  return rows.filter(
    (row, index) =>
      !rows.some((other, at) => {
        const isSame = other.tool === row.tool && other.path === row.path
        if (!isSame || other.project === row.project) return false
        return merit(other) > merit(row) || (merit(other) === merit(row) && at < index)
      }),
  )
}

export const hookStatusLines = (
  rows: readonly HookRow[],
  { counts, home, asks, isWindows, now }: StatusView,
): Line[] => {
  const here = rows.filter(({ isInstalled }) => isInstalled)
  const installed: Line[] =
    here.length === 0
      ? [
          [
            'No hooks are installed. `lore hooks install` does it; with --dry-run it says first what would change.',
          ],
        ]
      : here.map(({ tool, path, isCurrent }) => [
          bold(tool.padEnd(12)),
          tilde(path, home),
          ...(isCurrent
            ? []
            : [yellow('  not as it would be today; `lore hooks install` renews it')]),
        ])
  const handover: Line[] = isWindows
    ? [
        [
          dim(
            'Agents are not asked what they found: on Windows hooks cannot read what a tool says.',
          ),
        ],
      ]
    : asks
      ? []
      : [[dim('Agents are not asked what they found; lore hooks install --handover has it asked.')]]
  return [
    ...installed,
    ...handover,
    ...(counts === undefined ? [] : [[], [hookCountText(counts, now)]]),
  ]
}

/** What hooks did, and what they could not. */
export const hookCountText = (
  { given, without, none, stale, recap, held, told, asked, slow, gone, lastAt }: HookCounts,
  now: Date,
): string =>
  [
    `${plural(given, 'brief')} given`,
    without > 0 ? `${plural(without, 'session')} without one by chance` : '',
    none + stale > 0 ? `${plural(none + stale, 'session')} had none yet` : '',
    `${plural(told, 'end or commit', 'ends and commits')} reported`,
    asked > 0 ? `${plural(asked, 'session')} asked what was found` : '',
    recap > 0 ? `${plural(recap, 'state')} of sessions given back` : '',
    held > 0 ? `${held} held back so soon after another` : '',
    slow > 0 ? `${slow} took longer than 50 ms` : '',
    gone > 0 ? `${gone} found no lore to call` : '',
    lastAt === null ? '' : `last ${ago(lastAt, now)}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
