import { mkdir } from 'node:fs/promises'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import {
  install,
  isChange,
  planInstall,
  planUninstall,
  uninstall,
} from '../../hooks/change-files.ts'
import type { FileEdit } from '../../hooks/edits/file-edit.ts'
import { setHandover } from '../../hooks/handover-switch.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { readLedger } from '../../hooks/ledger.ts'
import { inWords } from '../../hooks/other-entry.ts'
import { shimFiles } from '../../hooks/shim-files.ts'
import { changeLines, outcomeLines } from '../../views/hooks.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import {
  editsOf,
  type HookRun,
  type HooksDeps,
  type HooksOptions,
  type HookTarget,
  planOf,
  warnUnlessLoggedIn,
} from './hook-run.ts'
import { installedTargets, targetsToInstall } from './hook-targets.ts'
import { type HookOutcome as Outcome, outcomesJson } from './hooks-json.ts'
import { showHooksStatus } from './hooks-status.ts'

export type HooksAction = 'install' | 'uninstall' | 'status' | 'work'

/** `lore hooks`: lets coding tools and git report sessions and commits, and get a brief at the start. */
export const makeRunHooks =
  (deps: HooksDeps) =>
  async (
    context: CommandContext,
    action: HooksAction,
    options: HooksOptions,
  ): Promise<ExitCode> => {
    const places = hookPlaces(context.paths, context.surroundings.platform)
    if (action === 'work') {
      await deps.work(context, places)
      return EXIT.ok
    }
    const run = { context, deps, places, options }
    if (action === 'status') return showHooksStatus(run)
    const change = action === 'install' ? installOne : uninstallOne
    const targets = action === 'install' ? await targetsToInstall(run) : await installedTargets(run)
    return changeAll(run, targets, action, change)
  }

const installOne = async (run: HookRun, target: HookTarget): Promise<Outcome> => {
  const { edits, notes } = await planOf(run, target)
  const changes = await planInstall(edits)
  if (!run.options.dryRun) {
    await writeShims(run)
    if (run.options.handover !== undefined) await setHandover(run.options.handover, run.places)
    await install(changes, target, run.places)
  }
  const kept = edits.flatMap((edit, at) => keptLine(edit, changes[at]?.before))
  return { ...target, changes, notes, kept }
}

/** An MCP entry of somebody else, or by the address of the server, stays; so the bridge is not there. */
const keptLine = ({ path, other }: FileEdit, before: string | undefined): string[] => {
  const entry = other?.(before)
  if (entry === undefined) return []
  return [`${path} has an entry teamlore already, which ${inWords(entry)}; it was left as it is.`]
}

const uninstallOne = async (run: HookRun, target: HookTarget): Promise<Outcome> => {
  const plan = await editsOf(run, target)
  const changes = (await planUninstall(plan, run.places)).filter(isChange)
  if (!run.options.dryRun) await uninstall(changes, run.places)
  return { ...target, changes, notes: [] }
}

const shimsOf = ({ context: { surroundings }, deps: { lore }, places }: HookRun): FileEdit[] =>
  shimFiles({ surroundings, lore, places })

const writeShims = async (run: HookRun): Promise<void> => {
  await mkdir(run.places.data, { recursive: true, mode: 0o700 })
  const owner = { tool: 'program', project: undefined }
  await install(await planInstall(shimsOf(run)), owner, run.places)
}

/** With the last hook goes the program that hooks call. */
const dropShims = async (run: HookRun): Promise<void> => {
  const rows = await readLedger(run.places.ledger)
  if (rows.some(({ tool }) => tool !== 'program' && !tool.startsWith('mcp:'))) return
  await uninstall(await planUninstall(shimsOf(run), run.places), run.places)
}

type Change = (run: HookRun, target: HookTarget) => Promise<Outcome>

const changeAll = async (
  run: HookRun,
  targets: readonly HookTarget[],
  action: 'install' | 'uninstall',
  change: Change,
): Promise<ExitCode> => {
  const isDryRun = run.options.dryRun === true
  const outcomes: Outcome[] = []
  for (const target of targets) outcomes.push(await attempt(run, target, change))
  if (action === 'uninstall' && !isDryRun) await dropShims(run)
  return showOutcomes(run, outcomes, action)
}

/** One tool whose settings cannot be read says nothing about the others. */
const attempt = async (run: HookRun, target: HookTarget, change: Change): Promise<Outcome> => {
  try {
    return await change(run, target)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { ...target, changes: [], notes: [], error }
  }
}

const showOutcomes = async (
  { context, options, places }: HookRun,
  outcomes: readonly Outcome[],
  action: 'install' | 'uninstall',
): Promise<ExitCode> => {
  const { output, isJson, home, warn } = context
  const isDryRun = options.dryRun === true
  const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]))
  const isLoggedIn = action === 'uninstall' || (await warnUnlessLoggedIn(context))
  if (isJson) output.json(outcomesJson(outcomes, { isDryRun, isLoggedIn }))
  else {
    if (errors.length === 1 && outcomes.length === 1) throw errors[0]
    const view = { home, isDryRun, action, backups: places.backups, what: 'hooks' as const }
    output.print(...changeLines(outcomes, view), ...outcomeLines(outcomes, view))
    for (const { message, hint = '' } of errors) warn(`${message} ${hint}`.trim())
  }
  return errors.length > 0 ? EXIT.failed : EXIT.ok
}
