import { mkdir, stat } from 'node:fs/promises'
import { CliError, usageError } from '../errors/cli-error.ts'
import { describeError } from '../errors/describe-error.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { install, isChange, planInstall, planUninstall, uninstall } from '../hooks/change-files.ts'
import type { FileEdit } from '../hooks/edits/file-edit.ts'
import { readSettings } from '../hooks/edits/settings-file.ts'
import type { ToolPlan } from '../hooks/edits/tool-plan.ts'
import { gitHooks } from '../hooks/git-hooks.ts'
import { isHandoverOn, setHandover } from '../hooks/handover-switch.ts'
import { readHookCounts } from '../hooks/hook-counts.ts'
import { type HookPlaces, hookPlaces } from '../hooks/hook-places.ts'
import { HOOK_TOOLS, type HookTool, sourceOf } from '../hooks/hook-tools.ts'
import { readLedger } from '../hooks/ledger.ts'
import { shimFiles } from '../hooks/shim-files.ts'
import { planFor } from '../hooks/tool-hooks.ts'
import { findConnection } from '../platform/connection.ts'
import { readToolsOff } from '../platform/tools-off.ts'
import type { ResolveProject } from '../project/resolve-project.ts'
import {
  changeLines,
  eachFileOnce,
  type HookRow,
  hookStatusLines,
  outcomeLines,
} from '../views/hooks.view.ts'
import type { CommandContext } from './command-context.ts'
import { type HookOutcome as Outcome, outcomesJson } from './hooks-json.ts'
import { didYouMean } from './nearest-name.ts'

export type HooksAction = 'install' | 'uninstall' | 'status' | 'work'

export type HooksOptions = {
  tool?: readonly string[] | undefined
  project?: boolean | undefined
  user?: boolean | undefined
  dryRun?: boolean | undefined
  /** Whether agents are asked what their sessions found; as before unless told. */
  handover?: boolean | undefined
}

type Deps = {
  lore: readonly [node: string, script: string]
  cwd: () => string
  resolveProject: ResolveProject
  /** Does what hooks asked for; started by a hook. */
  work: (context: CommandContext, places: HookPlaces) => Promise<void>
}

/** Hooks do their part without a login, but there is nobody to send to and to get a brief from. Said where it is so. */
const tellUnlessLoggedIn = async (context: CommandContext): Promise<boolean> => {
  const connection = await findConnection(context).catch((error: unknown) => {
    const { message, hint = '' } = describeError(error)
    context.warn(`${message} ${hint}`.trim())
    return null
  })
  if (connection === undefined)
    context.warn(
      'You are not logged in, so hooks send nothing and have no brief to give. Run `lore login --server URL`; nothing has to be installed again.',
    )
  return connection !== undefined && connection !== null
}

/** One tool, for one project or for all that its user does. */
type Target = { tool: HookTool; project: string | undefined }

/** `lore hooks`: lets coding tools and git tell of sessions and commits, and get a brief at the start. */
export const makeRunHooks =
  (deps: Deps) =>
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
    if (action === 'status') return tellStatus(run)
    const change = action === 'install' ? installOne : uninstallOne
    const targets = action === 'install' ? await asked(run) : await installed(run)
    return changeAll(run, targets, action, change)
  }

type Run = { context: CommandContext; deps: Deps; places: HookPlaces; options: HooksOptions }

const planOf = (run: Run, { tool, project }: Target): Promise<ToolPlan> | ToolPlan => {
  const { context, deps, places } = run
  const { surroundings } = context
  const shim = surroundings.platform === 'win32' ? places.windowsShim : places.shim
  if (tool === 'git') return gitHooks(project ?? deps.cwd(), places.shim)
  return planFor(tool, { surroundings, project, shim, lore: deps.lore })
}

const toolsIn = ({ tool = [] }: HooksOptions): HookTool[] =>
  tool.map((name) => {
    const known = HOOK_TOOLS.find((one) => one === name)
    if (known !== undefined) return known
    throw usageError(
      `--tool: there are no hooks for "${name}".`,
      `${didYouMean(name, HOOK_TOOLS)}There are for ${HOOK_TOOLS.join(', ')}.`,
    )
  })

/** What an installation is for: the tools named, else those of this machine. */
const asked = async (run: Run): Promise<Target[]> => {
  const { options, deps } = run
  if (options.project && options.user)
    throw usageError('--project and --user exclude each other.', 'Give one of them, or none.')
  const named = toolsIn(options)
  const folder = deps.cwd()
  const root = (await deps.resolveProject(folder))?.root_path ?? folder
  const toolsOff = await readToolsOff(run.context.paths.toolsFile)
  const isOff = (tool: HookTool) => tool !== 'git' && toolsOff.includes(sourceOf(tool))
  const usual = HOOK_TOOLS.filter((tool) => !isOff(tool))
  const targets = (named.length > 0 ? named : usual).map((tool) => ({
    tool,
    project: tool === 'git' || options.project ? root : undefined,
  }))
  if (named.length > 0) return targets
  const here = await Promise.all(
    targets.map(async (target) =>
      target.tool === 'git' ? options.project === true : isHere(run, target),
    ),
  )
  const found = targets.filter((_, index) => here[index])
  if (found.length > 0) return found
  throw new CliError({
    code: 'hooks.no_tool',
    message: 'None of the coding tools that have hooks was found on this machine.',
    hint: `Name one: lore hooks install --tool ${HOOK_TOOLS[0]}.`,
  })
}

const isHere = async (run: Run, { tool }: Target): Promise<boolean> => {
  const { home } = await planOf(run, { tool, project: undefined })
  return stat(home).then(
    (known) => known.isDirectory(),
    () => false,
  )
}

/** What an uninstallation is for: everything that was put in, as far as it was not narrowed. */
const installed = async ({ options, deps, places }: Run): Promise<Target[]> => {
  const named = toolsIn(options)
  const folder = deps.cwd()
  const root = (await deps.resolveProject(folder))?.root_path ?? folder
  const rows = await readLedger(places.ledger)
  const known = rows.flatMap(({ tool, project }) => {
    const name = HOOK_TOOLS.find((one) => one === tool)
    return name === undefined ? [] : [{ tool: name, project: project ?? undefined }]
  })
  // What was put in may be there although nobody remembers.
  const usual = (named.length > 0 ? named : HOOK_TOOLS).flatMap((tool): Target[] => [
    ...(tool === 'git' ? [] : [{ tool, project: undefined }]),
    { tool, project: root },
  ])
  const all = [...known, ...usual].filter(
    ({ tool, project }) =>
      (named.length === 0 || named.includes(tool)) &&
      (!options.project || project === root) &&
      (!options.user || project === undefined),
  )
  return [...new Map(all.map((one) => [`${one.tool} ${one.project ?? ''}`, one])).values()]
}

const installOne = async (run: Run, target: Target): Promise<Outcome> => {
  const { edits, notes } = await planOf(run, target)
  const changes = await planInstall(edits)
  if (!run.options.dryRun) {
    await writeShims(run)
    if (run.options.handover !== undefined) await setHandover(run.options.handover, run.places)
    await install(changes, target, run.places)
  }
  return { ...target, changes, notes }
}

const uninstallOne = async (run: Run, target: Target): Promise<Outcome> => {
  const plan = await plansLeniently(run, target)
  const changes = (await planUninstall(plan, run.places)).filter(isChange)
  if (!run.options.dryRun) await uninstall(changes, run.places)
  return { ...target, changes, notes: [] }
}

/** A folder that is no repository, or no more, has no hooks of git to take out. */
const plansLeniently = async (run: Run, target: Target): Promise<readonly FileEdit[]> => {
  if (target.tool !== 'git') return (await planOf(run, target)).edits
  try {
    return (await planOf(run, target)).edits
  } catch (error) {
    if (error instanceof CliError) return []
    throw error
  }
}

const shimsOf = ({ context: { surroundings }, deps: { lore }, places }: Run): FileEdit[] =>
  shimFiles({ surroundings, lore, places })

const writeShims = async (run: Run): Promise<void> => {
  await mkdir(run.places.data, { recursive: true, mode: 0o700 })
  const owner = { tool: 'program', project: undefined }
  await install(await planInstall(shimsOf(run)), owner, run.places)
}

/** With the last hook goes the program that hooks call. */
const dropShims = async (run: Run): Promise<void> => {
  const rows = await readLedger(run.places.ledger)
  if (rows.some(({ tool }) => tool !== 'program')) return
  await uninstall(await planUninstall(shimsOf(run), run.places), run.places)
}

type Change = (run: Run, target: Target) => Promise<Outcome>

const changeAll = async (
  run: Run,
  targets: readonly Target[],
  action: 'install' | 'uninstall',
  change: Change,
): Promise<ExitCode> => {
  const isDryRun = run.options.dryRun === true
  const outcomes: Outcome[] = []
  for (const target of targets) outcomes.push(await attempt(run, target, change))
  if (action === 'uninstall' && !isDryRun) await dropShims(run)
  return tellOutcomes(run, outcomes, action)
}

/** One tool whose settings cannot be read says nothing about the others. */
const attempt = async (run: Run, target: Target, change: Change): Promise<Outcome> => {
  try {
    return await change(run, target)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { ...target, changes: [], notes: [], error }
  }
}

const tellOutcomes = async (
  { context, options, places }: Run,
  outcomes: readonly Outcome[],
  action: 'install' | 'uninstall',
): Promise<ExitCode> => {
  const { output, isJson, home, warn } = context
  const isDryRun = options.dryRun === true
  const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error]))
  const isLoggedIn = action === 'uninstall' || (await tellUnlessLoggedIn(context))
  if (isJson) output.json(outcomesJson(outcomes, { isDryRun, isLoggedIn }))
  else {
    if (errors.length === 1 && outcomes.length === 1) throw errors[0]
    const view = { home, isDryRun, action, backups: places.backups }
    output.print(...changeLines(outcomes, view), ...outcomeLines(outcomes, view))
    for (const { message, hint = '' } of errors) warn(`${message} ${hint}`.trim())
  }
  return errors.length > 0 ? EXIT.failed : EXIT.ok
}

const tellStatus = async (run: Run): Promise<ExitCode> => {
  const { output, isJson, home, now } = run.context
  const targets = await installed(run)
  const rows = eachFileOnce(
    (await Promise.all(targets.map((target) => rowsOf(run, target)))).flat(),
  )
  const counts = await readHookCounts(run.places)
  const here = rows.filter(({ isInstalled }) => isInstalled)
  const asks = isHandoverOn(run.places)
  const isWindows = run.context.surroundings.platform === 'win32'
  if (isJson) output.json({ hooks: here, handover: asks, counts: counts ?? null })
  else output.print(...hookStatusLines(rows, { counts, home, asks, isWindows, now: now() }))
  if (here.length > 0) await tellUnlessLoggedIn(run.context)
  return EXIT.ok
}

const rowsOf = async (run: Run, target: Target): Promise<HookRow[]> => {
  const edits = await plansLeniently(run, target)
  return Promise.all(
    edits.map(async (edit): Promise<HookRow> => {
      const text = await readSettings(edit.path).catch(() => undefined)
      const isInstalled = text !== undefined && edit.has(text)
      return {
        tool: target.tool,
        project: target.project ?? null,
        path: edit.path,
        isInstalled,
        isCurrent: isInstalled && isUnchanged(edit, text),
      }
    }),
  )
}

const isUnchanged = (edit: FileEdit, text: string): boolean => {
  try {
    return edit.add(text) === text
  } catch {
    return false
  }
}
