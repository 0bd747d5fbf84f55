import { stat } from 'node:fs/promises'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { HOOK_TOOLS, type HookTool, sourceOf } from '../../hooks/hook-tools.ts'
import { readLedger } from '../../hooks/ledger.ts'
import { readToolsOff } from '../../platform/tools-off.ts'
import { didYouMean } from '../shared/nearest-name.ts'
import { type HookRun, type HooksOptions, type HookTarget, planOf } from './hook-run.ts'

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
export const targetsToInstall = async (run: HookRun): Promise<HookTarget[]> => {
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

const isHere = async (run: HookRun, { tool }: HookTarget): Promise<boolean> => {
  const { home } = await planOf(run, { tool, project: undefined })
  return stat(home).then(
    (known) => known.isDirectory(),
    () => false,
  )
}

/** What an uninstallation is for: everything that was put in, as far as it was not narrowed. */
export const installedTargets = async ({
  options,
  deps,
  places,
}: HookRun): Promise<HookTarget[]> => {
  const named = toolsIn(options)
  const folder = deps.cwd()
  const root = (await deps.resolveProject(folder))?.root_path ?? folder
  const rows = await readLedger(places.ledger)
  const known = rows.flatMap(({ tool, project }) => {
    const name = HOOK_TOOLS.find((one) => one === tool)
    return name === undefined ? [] : [{ tool: name, project: project ?? undefined }]
  })
  // What was put in may be there although nobody remembers.
  const usual = (named.length > 0 ? named : HOOK_TOOLS).flatMap((tool): HookTarget[] => [
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
