import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import type { MemoryImportOptions } from '../../importers/memory-import.types.ts'
import type { Line } from '../../output/line.ts'
import { createProgress } from '../../output/progress.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { parseTime } from '../shared/parse-time.ts'
import type { ImportCommandOptions } from './import.command.ts'
import { openTarget } from './import-target.ts'

type Report = { stopped: boolean; failed: readonly unknown[] }

type Memory<Progress, R extends Report> = {
  bring: (options: MemoryImportOptions<Progress>) => Promise<R>
  progressText: (progress: Progress, elapsedMs: number) => string
  lines: (report: R, options: { width: number | undefined; home: string }) => Line[]
  json: (report: R, waitedMs: number) => unknown
  /** Whether all was read that was there. */
  isWhole?: (report: R) => boolean
}

/** Brings another memory to the server and shows how that goes; Ctrl-C ends it where it can go on later. */
export const bringMemory = async <Progress, R extends Report>(
  context: CommandContext,
  { since, dryRun: isDryRun = false }: Pick<ImportCommandOptions, 'since' | 'dryRun'>,
  {
    times,
    bring,
    progressText,
    lines,
    json,
    isWhole = () => true,
  }: Memory<Progress, R> & { times: Times },
): Promise<ExitCode> => {
  const { output, now } = context
  const from = since === undefined ? undefined : parseTime(since, 'since', now())
  const { target, onWait, waitedMs, leave } = await openTarget(context, { isDryRun, times })
  const started = now().getTime()
  const progress = createProgress<Progress>({
    output,
    now,
    text: (current) => progressText(current, now().getTime() - started),
  })
  const interruption = new AbortController()
  const release = context.onInterrupt(() => interruption.abort())
  try {
    const report = await bring({
      ...target.options,
      since: from,
      stateDir: context.paths.stateDir,
      rulesFile: context.paths.rulesFile,
      surroundings: context.surroundings,
      dryRun: isDryRun,
      onProgress: progress.update,
      onWait,
      signal: interruption.signal,
    }).catch(leave)
    progress.clear()
    if (context.isJson) output.json(json(report, waitedMs()))
    else output.print(...lines(report, { width: output.width, home: context.home }))
    if (report.stopped) return EXIT.interrupted
    return report.failed.length > 0 || !isWhole(report) ? EXIT.failed : EXIT.ok
  } finally {
    progress.clear()
    release()
  }
}
