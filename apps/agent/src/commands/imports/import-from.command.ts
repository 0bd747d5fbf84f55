import { usageError } from '../../errors/cli-error.ts'
import type { ExitCode } from '../../errors/exit-codes.ts'
import type { ImportPeer, PeerImportProgress } from '../../importers/import-peer.types.ts'
import { PEER_NAMES } from '../../importers/peer-names.ts'
import { count, plural } from '../../output/format.ts'
import { paceText } from '../../output/pace.ts'
import { peerImportJson, peerImportLines } from '../../views/peer-import.view.ts'
import type { Times } from '../../wire/retry-policy.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { onePath } from '../shared/existing-path.ts'
import { didYouMean } from '../shared/nearest-name.ts'
import { bringMemory } from './bring-memory.ts'
import type { ImportCommandOptions } from './import.command.ts'
import { OWN_EXPORT, runImportOwn } from './import-own.command.ts'

type Deps = { importPeer: ImportPeer; times: Times }

/** `lore import --from`: everything here is about showing how the import goes. */
export const makeRunImportFrom =
  ({ importPeer, times }: Deps) =>
  async (context: CommandContext, options: ImportCommandOptions): Promise<ExitCode> => {
    if (options.from === 'agent-trace')
      return (await import('./import-traces.ts')).runImportTraces(context, options)
    if (options.from === OWN_EXPORT) return runImportOwn(context, options, { times })
    const peer = namedPeer(options)
    const path = onePath(options.path)
    return bringMemory(context, options, {
      times,
      bring: (given) => importPeer({ ...given, peer, path }),
      progressText,
      lines: peerImportLines,
      json: peerImportJson,
    })
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
