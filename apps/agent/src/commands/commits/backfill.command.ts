import type { LoreClient } from '@teamlore/shared'
import type { IngestCommitsResponse } from '@teamlore/shared/commits'
import { sendKind } from '../../capture/send-kind.ts'
import type { ServerStorage } from '../../capture/server-storage.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { takeHookNotes } from '../../git/hook-notes.ts'
import { commonFolder } from '../../git/repository.ts'
import { forgetDamaged, sentFileOf } from '../../git/sent-commits.ts'
import { shareCode } from '../../git/share-code.ts'
import {
  notedSince,
  type SpoolCommitsOptions,
  type SpooledCommits,
  spoolCommits,
} from '../../git/spool-commits.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { plural } from '../../output/format.ts'
import type { Ledger } from '../../payloads/deliver-payload.ts'
import { openConnection } from '../../platform/connection.ts'
import { identifyMachine } from '../../platform/machine.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import {
  type BackfillFigures,
  backfillLines,
  type CodeFigures,
  codeLines,
} from '../../views/link.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { openStorageWhenFree, withProgress } from '../shared/long-running.ts'
import { parseTime } from '../shared/parse-time.ts'

type Options = { since?: string | undefined; dryRun?: boolean | undefined }

/** `lore link --backfill`: sends the commits of this repository that the server does not have, by way of the spool. */
export const runBackfill = async (
  context: CommandContext,
  { since, dryRun }: Options,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const done = await sendCommits(context, {
    isDryRun: dryRun,
    since: since === undefined ? undefined : new Date(parseTime(since, 'since', context.now())),
  })
  const { seconds } = done
  if (isJson) output.json({ ...done, seconds: Number(seconds.toFixed(3)) })
  else
    output.print(
      ...backfillLines(done, { isDryRun: dryRun === true, seconds }),
      ...codeLines(done.code),
    )
  return done.refused === null ? EXIT.ok : EXIT.failed
}

type Wanted = Pick<SpoolCommitsOptions, 'isDryRun' | 'since' | 'noted'>

/** Brings commits of this repository into the spool and from there to the server, and says what became of them. */
export const sendCommits = async (
  context: CommandContext,
  { isDryRun, since, noted }: Wanted,
): Promise<BackfillFigures & { seconds: number; code: CodeFigures | null }> => {
  const { paths } = context
  const project = await createProjectResolver()(context.cwd())
  const common = await commonFolder(context.cwd())
  if (project === null || common === null) throw noRepository()
  const { client, stored } = await openConnection(context)
  const stop = new AbortController()
  const storage = await openStorageWhenFree(context, {
    serverId: stored?.team.id ?? (await client.me()).team.id,
    signal: stop.signal,
  })
  await storage.privacy.refresh(client)
  const { spool } = storage
  if (spool === undefined) throw new Error('Commits need a spool.')
  const release = context.onInterrupt(() => stop.abort())
  const begun = performance.now()
  try {
    await forgetDamaged(storage.root, await spool.damaged())
    const sending = createSending(storage, client, stop.signal)
    const deps = {
      project,
      common,
      spool,
      hold: storage.lock.hold,
      signal: stop.signal,
      machine: await identifyMachine(paths.machine),
      redactor: storage.privacy.redactor(),
      ignore: await readProjectIgnore(project.root_path),
      sentFile: sentFileOf(storage.root, common),
      onSpooled: sending.next,
    }
    const later = noted === undefined && !isDryRun ? await notedSince(deps) : undefined
    const rewrites = isDryRun ? [] : await rewritesHere(context, common)
    const saying = <T>(work: () => Promise<T>): Promise<T> =>
      withProgress(context, () => `${plural(sending.figures.sent, 'commit')} sent so far`, work)
    const spooled = await saying(() => spoolCommits(deps, { isDryRun, since, noted, rewrites }))
    if (later !== undefined) {
      if (later.noted.size > 0) await spoolCommits(deps, { noted: later.noted })
      await later.keep()
    }
    const done = { ...spooled, ...(await saying(sending.finish)) }
    const seconds = (performance.now() - begun) / 1_000
    const isAll = !isDryRun && done.refused === null && done.waits === null
    const code =
      isAll && context.config.gitChoice === 'all' ? await shareCode({ ...deps, client }) : undefined
    return {
      ...done,
      seconds,
      code: code?.isShared ? { sent: code.sent, without_text: code.withoutText } : null,
    }
  } finally {
    release()
  }
}

export const noRepository = (): CliError =>
  new CliError({
    code: 'link.no_repository',
    message: 'This folder is in no git repository.',
    hint: 'Run this where the commits are.',
  })

/** What hooks of git said was rewritten in this repository. */
const rewritesHere = async ({ paths, surroundings }: CommandContext, common: string) => {
  const spooled = await takeHookNotes(hookPlaces(paths, surroundings.platform).commits)
  const found = []
  for (const [folder, rewrites] of spooled)
    if ((await commonFolder(folder)) === common) found.push(...rewrites)
  return found
}

/** One batch is sent while the next is read. */
const createSending = (storage: ServerStorage, client: LoreClient, signal: AbortSignal) => {
  const figures: Omit<BackfillFigures, keyof SpooledCommits> = {
    sent: 0,
    inserted: 0,
    redactions: 0,
    refused: null,
    waits: null,
  }
  const ledger: Ledger<IngestCommitsResponse> = {
    delivered: (_, { commits, server_redactions }) => {
      figures.sent += commits.received
      figures.inserted += commits.inserted
      figures.redactions += server_redactions
    },
    failed: (_, { message, isRefused }) => {
      if (isRefused) figures.refused = message
    },
  }
  let under: Promise<void> = Promise.resolve()
  const send = async (): Promise<void> => {
    // What the server cannot take now waits; reading goes on, and a watch or the next run sends it.
    if (figures.waits !== null) return
    await sendKind('commits', storage, { client, signal, ledgers: { commits: ledger } }).catch(
      (error: Error) => {
        if (signal.aborted) return
        figures.waits = error.message
      },
    )
  }
  return {
    figures,
    next: async (): Promise<void> => {
      await under
      under = send()
    },
    finish: async () => {
      await under
      await send()
      return figures
    },
  }
}
