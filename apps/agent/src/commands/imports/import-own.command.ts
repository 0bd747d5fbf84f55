import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { type ImportOwn, importOwn } from '../../importers/own-export/import-own.ts'
import type { OwnImportProgress } from '../../importers/own-export/import-own.types.ts'
import { count, plural } from '../../output/format.ts'
import { paceText } from '../../output/pace.ts'
import { createProgress } from '../../output/progress.ts'
import { ownImportJson, ownImportLines } from '../../views/own-import.view.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { existingPath, onePath } from '../shared/existing-path.ts'
import { parseTime } from '../shared/parse-time.ts'
import type { ImportCommandOptions } from './import.command.ts'
import { openTarget } from './import-target.ts'

/** The memory that `--from` names where it is an export of one's own from another team. */
export const OWN_EXPORT = 'teamlore'

/** `lore import --from teamlore --path FILE`. */
export const runImportOwn = async (
  context: CommandContext,
  options: ImportCommandOptions,
  { times, bring = importOwn }: { times: Times; bring?: ImportOwn },
): Promise<ExitCode> => {
  const { output, now } = context
  const path = await fileOf(options)
  const since = options.since === undefined ? undefined : parseTime(options.since, 'since', now())
  const isDryRun = options.dryRun === true
  const { target, onWait, waitedMs, leave } = await openTarget(context, { isDryRun, times })
  const started = now().getTime()
  const progress = createProgress<OwnImportProgress>({
    output,
    now,
    text: (current) => progressText(current, now().getTime() - started),
  })
  const interruption = new AbortController()
  const release = context.onInterrupt(() => interruption.abort())
  try {
    const report = await bring({
      ...target.options,
      path,
      since,
      stateDir: context.paths.stateDir,
      rulesFile: context.paths.rulesFile,
      surroundings: context.surroundings,
      dryRun: isDryRun,
      onProgress: progress.update,
      onWait,
      signal: interruption.signal,
    }).catch(leave)
    progress.clear()
    if (context.isJson) output.json(ownImportJson(report, waitedMs()))
    else output.print(...ownImportLines(report, { width: output.width, home: context.home }))
    if (report.stopped) return EXIT.interrupted
    return report.failed.length > 0 || !report.isWhole ? EXIT.failed : EXIT.ok
  } finally {
    progress.clear()
    release()
  }
}

const fileOf = async ({ tool, path }: ImportCommandOptions): Promise<string> => {
  if (tool !== undefined)
    throw usageError(
      '--tool does not go with --from.',
      'All of the export is brought; `--since` brings less.',
    )
  const given = onePath(path)
  if (given === undefined)
    throw usageError(
      '--path is missing.',
      'Give the file that Settings → What is yours of the other team made: --from teamlore --path FILE.',
    )
  return existingPath(given)
}

const progressText = ({ total, done, messages }: OwnImportProgress, elapsedMs: number): string =>
  `${count(done)} of ${plural(total, 'session')}, ${plural(messages, 'message')}${paceText({ done, total, elapsedMs, unit: 'sessions' })}`
