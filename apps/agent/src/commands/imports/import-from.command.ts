import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import type { ImportPeer, PeerImportProgress } from '../../importers/import-peer.types.ts'
import { PEER_NAMES } from '../../importers/peer-names.ts'
import { count, plural } from '../../output/format.ts'
import { paceText } from '../../output/pace.ts'
import { createProgress } from '../../output/progress.ts'
import { peerImportJson, peerImportLines } from '../../views/peer-import.view.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { onePath } from '../shared/existing-path.ts'
import { didYouMean } from '../shared/nearest-name.ts'
import { parseTime } from '../shared/parse-time.ts'
import type { ImportCommandOptions } from './import.command.ts'
import { OWN_EXPORT, runImportOwn } from './import-own.command.ts'
import { openTarget } from './import-target.ts'

type Deps = { importPeer: ImportPeer; times: Times }

/** `lore import --from`: everything here is about showing how the import goes. */
export const makeRunImportFrom =
  ({ importPeer, times }: Deps) =>
  async (context: CommandContext, options: ImportCommandOptions): Promise<ExitCode> => {
    if (options.from === 'agent-trace')
      return (await import('./import-traces.ts')).runImportTraces(context, options)
    if (options.from === OWN_EXPORT) return runImportOwn(context, options, { times })
    const { output, now } = context
    const peer = namedPeer(options)
    const since = options.since === undefined ? undefined : parseTime(options.since, 'since', now())
    const isDryRun = options.dryRun === true
    const { target, onWait, waitedMs, leave } = await openTarget(context, { isDryRun, times })
    const started = now().getTime()
    const progress = createProgress<PeerImportProgress>({
      output,
      now,
      text: (current) => progressText(current, now().getTime() - started),
    })
    const interruption = new AbortController()
    const release = context.onInterrupt(() => interruption.abort())
    try {
      const report = await importPeer({
        ...target.options,
        peer,
        path: onePath(options.path),
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
      if (context.isJson) output.json(peerImportJson(report, waitedMs()))
      else output.print(...peerImportLines(report, { width: output.width, home: context.home }))
      if (report.stopped) return EXIT.interrupted
      return report.failed.length > 0 ? EXIT.failed : EXIT.ok
    } finally {
      progress.clear()
      release()
    }
  }

const namedPeer = ({ from, tool }: ImportCommandOptions): string => {
  if (tool !== undefined)
    throw usageError(
      '--tool does not go with --from.',
      'All of the other memory is brought; `--since` brings less.',
    )
  const known = PEER_NAMES.find((name) => name === from)
  if (known !== undefined) return known
  throw usageError(
    `--from: "${from}" is no memory whose database can be read here.`,
    `${didYouMean(from ?? '', [...PEER_NAMES, OWN_EXPORT, 'agent-trace'])}Those of ${PEER_NAMES.join(', ')} can, what is yours in another team: ${OWN_EXPORT}, and traces: agent-trace.`,
  )
}

const progressText = (
  { sessionsTotal, sessionsDone, records }: PeerImportProgress,
  elapsedMs: number,
): string =>
  `${count(sessionsDone)} of ${plural(sessionsTotal, 'session')}, ${plural(records, 'record')}${paceText({ done: sessionsDone, total: sessionsTotal, elapsedMs, unit: 'sessions' })}`
