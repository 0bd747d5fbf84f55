import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import type { FileEdit } from '../../hooks/edits/file-edit.ts'
import { readSettings } from '../../hooks/edits/settings-file.ts'
import { isHandoverOn } from '../../hooks/handover-switch.ts'
import { readHookCounts } from '../../hooks/hook-counts.ts'
import { eachFileOnce, type HookRow, hookStatusLines } from '../../views/hooks.view.ts'
import { editsOf, type HookRun, type HookTarget, warnUnlessLoggedIn } from './hook-run.ts'
import { installedTargets } from './hook-targets.ts'

/** `lore hooks status`: which files have hooks, and what these did so far. */
export const showHooksStatus = async (run: HookRun): Promise<ExitCode> => {
  const { output, isJson, home, now } = run.context
  const targets = await installedTargets(run)
  const rows = eachFileOnce(
    (await Promise.all(targets.map((target) => rowsOf(run, target)))).flat(),
  )
  const counts = await readHookCounts(run.places)
  const here = rows.filter(({ isInstalled }) => isInstalled)
  const asks = isHandoverOn(run.places)
  const isWindows = run.context.surroundings.platform === 'win32'
  if (isJson) output.json({ hooks: here, handover: asks, counts: counts ?? null })
  else output.print(...hookStatusLines(rows, { counts, home, asks, isWindows, now: now() }))
  if (here.length > 0) await warnUnlessLoggedIn(run.context)
  return EXIT.ok
}

const rowsOf = async (run: HookRun, target: HookTarget): Promise<HookRow[]> => {
  const edits = await editsOf(run, target)
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
