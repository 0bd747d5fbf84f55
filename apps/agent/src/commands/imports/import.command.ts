import { holdsNothing } from '../../capture/holds-nothing.ts'
import type {
  ImportOptions,
  ImportProgress,
  ImportReport,
  RunImport,
} from '../../capture/import.types.ts'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import type { Line } from '../../output/line.ts'
import { writeLastImport } from '../../platform/last-import.ts'
import { readToolsOff } from '../../platform/tools-off.ts'
import { createImportProgress } from '../../views/import-progress.ts'
import { importReportLines } from '../../views/import-report.view.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { existingPaths } from '../shared/existing-path.ts'
import { ensureKnownTools, ensureSwitchedOn } from '../shared/known-tools.ts'
import { parseTime } from '../shared/parse-time.ts'
import { quotesOf } from '../shared/quotes-of.ts'
import { importJson } from './import-json.ts'
import { openTarget } from './import-target.ts'

export type ImportCommandOptions = {
  tool?: readonly string[] | undefined
  /** More than one where it was given several times. */
  path?: string | readonly string[] | undefined
  dryRun?: boolean | undefined
  /** Everything there is, which is also what happens by default. */
  all?: boolean | undefined
  since?: string | undefined
  /** Another memory whose database to read. */
  from?: string | undefined
}

type Deps = {
  importSessions: RunImport
  /** Names of the coding tools whose sessions can be read. */
  tools: readonly string[]
  times: Times
}

/** `importSessions` is the engine; everything here is about saying what it does. */
export const makeRunImportCommand =
  ({ importSessions, tools, times }: Deps) =>
  async (context: CommandContext, options: ImportCommandOptions): Promise<ExitCode> => {
    const { output } = context
    const isDryRun = options.dryRun === true
    ensureKnownTools(options.tool, tools)
    const toolsOff = await readToolsOff(context.paths.toolsFile)
    ensureSwitchedOn(options.tool, toolsOff)
    const selection = await selectionOf(context, options)
    const { target, onWait, waitedMs, leave } = await openTarget(context, { isDryRun, times })
    const report = await watched(context, isDryRun, (watching) =>
      importSessions({
        ...target.options,
        ...selection,
        ...watching,
        toolsOff,
        onWait,
        stateDir: context.paths.stateDir,
        rulesFile: context.paths.rulesFile,
        server: target.server ?? '',
        dropQuotes: quotesOf(context, target.options.serverId),
        spoolLimitBytes: context.config.spoolLimitBytes,
        memoryFiles: context.config.memoryFiles,
        dryRun: isDryRun,
      }),
    ).catch(leave)
    if (!isDryRun && target.server !== undefined) await remember(context, target.server, report)
    if (context.isJson) output.json(importJson(report, waitedMs()))
    else
      output.print(
        ...importReportLines(report, {
          width: output.width,
          home: context.home,
          path: selection.path,
        }),
      )
    if (report.sessions === 0 && options.path === undefined)
      output.note([
        `Sessions of ${(options.tool ?? tools.filter((tool) => !toolsOff.includes(tool))).join(', ')} were looked for in the usual place; \`--path DIR\` reads another.`,
      ])
    if (options.path !== undefined && holdsNothing(report)) return EXIT.failed
    return exitCodeOf(report)
  }

/** Shows progress and listens for Ctrl-C as long as `work` takes. */
const watched = async <T>(
  context: CommandContext,
  isDryRun: boolean,
  work: (watching: Required<Pick<ImportOptions, 'onProgress' | 'signal'>>) => Promise<T>,
): Promise<T> => {
  const { output, now } = context
  const verb = isDryRun ? 'would be sent' : 'sent'
  const progress = createImportProgress({ output, now, verb })
  const interruption = listenForInterrupt(context)
  let last: ImportProgress | undefined
  const onProgress = (current: ImportProgress) => {
    last = current
    progress.update(current)
  }
  try {
    return await work({ onProgress, signal: interruption.signal })
  } catch (error) {
    progress.clear()
    if (!isDryRun && last !== undefined) output.note(...keptLines(last))
    throw error
  } finally {
    progress.clear()
    interruption.release()
  }
}

/** Before the reason why an import broke off: that it was not for nothing. */
const keptLines = ({ sessionsSent, messagesSent }: ImportProgress): Line[] =>
  sessionsSent === 0
    ? []
    : [
        [
          `${plural(sessionsSent, 'session')} with ${plural(messagesSent, 'message')} arrived and are kept; run it again for the rest.`,
        ],
      ]

const selectionOf = async (
  { surroundings, now }: CommandContext,
  { tool, path, since, all }: ImportCommandOptions,
): Promise<Pick<ImportOptions, 'tools' | 'path' | 'since' | 'surroundings'>> => ({
  ...(since === undefined || isBoth(all) ? {} : { since: parseTime(since, 'since', now()) }),
  ...(tool === undefined ? {} : { tools: [...tool] }),
  ...(path === undefined ? {} : { path: await existingPaths(path) }),
  surroundings,
})

const isBoth = (all: boolean | undefined): boolean => {
  if (all !== true) return false
  throw usageError('--all and --since do not go together.', 'Give one of them.')
}

const exitCodeOf = ({ stopped, failed }: ImportReport): ExitCode => {
  if (stopped) return EXIT.interrupted
  return failed.length > 0 ? EXIT.failed : EXIT.ok
}

const listenForInterrupt = ({ onInterrupt, output }: CommandContext) => {
  const controller = new AbortController()
  const release = onInterrupt(() => {
    output.note([
      'Stopping after what is under way. Ctrl-C again stops at once; nothing is lost by it.',
    ])
    controller.abort()
  })
  return { signal: controller.signal, release }
}

const remember = async (
  { paths, now, warn }: CommandContext,
  server: string,
  report: ImportReport,
): Promise<void> => {
  try {
    await writeLastImport(paths.lastImport, {
      at: now().toISOString(),
      server,
      files: report.files,
      sessions_sent: report.sent.sessions,
      messages_sent: report.sent.messages,
      sessions_unchanged: report.unchanged.sessions,
      failed: report.failed.length,
      stopped: report.stopped,
    })
  } catch (error) {
    // The import itself is done; only `lore status` will not show it.
    warn(`What was done could not be noted for \`lore status\`: ${String(error)}`)
  }
}
