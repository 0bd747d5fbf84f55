import { setTimeout as delay } from 'node:timers/promises'
import type { ApiError, LoreClient } from '@teamlore/shared'
import { checkedOutVersion, readBookAt, taggedVersions } from '../book/book-git.ts'
import { type BookPlace, placeOfBook } from '../book/book-place.ts'
import { loadReadableBook } from '../book/load-book.ts'
import { packBook } from '../book/pack-book.ts'
import { type Desk, openDesk } from '../capture/desk.ts'
import { CliError } from '../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import { plural } from '../output/format.ts'
import { type BookPayload, type SentBook, sendBook } from '../payloads/book.payload.ts'
import { deliverPayload } from '../payloads/deliver-payload.ts'
import { openConnection } from '../platform/connection.ts'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import { heldBackLines, ingestLines } from '../views/book.view.ts'
import { realTimes, shortRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import type { CommandContext } from './command-context.ts'

export type BookIngestOptions = {
  full?: boolean | undefined
  dryRun?: boolean | undefined
  /** Sends every tag of the repository too. */
  versions?: boolean | undefined
  /** Makes where the files come from the home of the book. */
  moveHome?: boolean | undefined
  allowDeletions?: boolean | undefined
  /** Nobody is there to be asked; from elsewhere it fails. */
  isUnattended?: boolean | undefined
}

/** `lore book ingest`: makes the server's book what the files are. With `--dry-run` it needs no server. */
export const runBookIngest = async (
  context: CommandContext,
  { dryRun, versions, ...options }: BookIngestOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { book, summary, root, texts } = await loadReadableBook(context.cwd())
  if (dryRun) {
    if (isJson) output.json({ state: 'planned', summary, problems: book.problems })
    else output.print(...ingestLines({ state: 'planned', summary }, book.problems))
    return EXIT.ok
  }
  const { client, stored } = await openConnection(context)
  const desk = await openBookDesk(context, stored?.team.id ?? (await client.me()).team.id)
  await desk.privacy.refresh(client)
  const privacy = { redactor: desk.privacy.redactor(), ignore: await readProjectIgnore(root) }
  const name = book.project.project
  const version = await checkedOutVersion(root)
  // biome-ignore lint/style/noProcessEnv: a build names its branch there, and it is no setting of ours.
  const from = await placeOfBook(root, { env: process.env })
  const packed = packBook(name, texts, privacy, {
    ...{ from, full: options.full, move_home: options.moveHome },
    allow_deletions: options.allowDeletions,
    ...(version && { version }),
  })
  const controller = new AbortController()
  const release = context.onInterrupt(() => controller.abort())
  try {
    const { kept_back, redactions } = packed
    const sending = { client, signal: controller.signal }
    const told = { ...(await sendBySpool(desk, packed.payload, sending)), kept_back, redactions }
    const past =
      versions === true ? await sendPast({ root, name, from }, privacy, sending) : undefined
    if (isJson) output.json({ ...told, ...(past !== undefined && { versions: past }) })
    else
      output.print(
        ...ingestLines(told, [...book.problems, ...seenThere(told)]),
        ...heldBackLines(told, from),
      )
    if (past !== undefined && !isJson) output.print([`${plural(past, 'version')} sent.`])
    if (options.isUnattended && told.state === 'elsewhere') throw fromElsewhere()
    return exitCodeFor(told)
  } finally {
    release()
  }
}

const fromElsewhere = (): CliError =>
  new CliError({
    code: 'book.elsewhere',
    message: 'This book comes from another repository or branch, so this folder is not watched.',
    hint: 'If this is to be where it comes from: lore book ingest --move-home',
  })

/** Where errors keep something out, the book is not what its files say. Contradictions between notes keep nothing out. */
const exitCodeFor = ({ state, summary }: Pick<SentBook, 'state' | 'summary'>): ExitCode => {
  const isDone = state === 'ingested' || state === 'unchanged'
  return isDone && (summary?.['errors'] ?? 0) === 0 ? EXIT.ok : EXIT.failed
}

/** Paths that are one only without their secrets: what the files here do not show. */
const seenThere = ({ problems }: Pick<SentBook, 'problems'>) =>
  problems.filter(({ rule }) => rule === 'duplicate-path')

const openBookDesk = ({ paths, config, now }: CommandContext, serverId: string): Promise<Desk> =>
  openDesk({
    ...{ stateDir: paths.stateDir, rulesFile: paths.rulesFile, serverId },
    ...{ spoolLimitBytes: config.spoolLimitBytes, isReadOnly: false, now },
    retry: { times: 20, sleep: () => delay(500) },
  })

type Sending = { client: LoreClient; signal: AbortSignal }

/** Sends what the files were at every tag. The repository keeps them, so none of them needs to wait in the spool. */
const sendPast = async (
  { root, name, from }: { root: string; name: string; from: BookPlace },
  privacy: Parameters<typeof packBook>[2],
  { client, signal }: Sending,
): Promise<number> => {
  const versions = await taggedVersions(root)
  for (const version of versions) {
    const { project = '', schema = '', files } = await readBookAt(root, version.commit)
    const then = { project, schema, files }
    const { payload } = packBook(name, then, privacy, { version, is_past: true, from })
    await sendBook({ client, value: payload, bytes: new Uint8Array(), signal })
  }
  return versions.length
}

/** By way of the spool: what the server cannot be told now, `lore watch` or `lore import` tells it later. */
const sendBySpool = ({ spool, lock }: Desk, payload: BookPayload, { client, signal }: Sending) =>
  lock.hold(async (): Promise<SentBook> => {
    if (spool === undefined) throw new Error('A book needs a spool.')
    const body = await packBody(JSON.stringify(payload))
    const id = await spool.put(body, { kind: 'books', subject: payload.name })
    let sent: SentBook | undefined
    let refusal: string | undefined
    const ledgers = {
      books: {
        delivered: (_: unknown, answer: SentBook) => {
          sent = answer
        },
        failed: (_: unknown, { message, isRefused }: { message: string; isRefused: boolean }) => {
          if (isRefused) refusal = message
        },
      },
    }
    const retryPolicy = shortRetries(realTimes)
    const batch = spool.waiting().find((one) => one.id === id)
    const trouble =
      batch &&
      (await deliverPayload('books', batch, { client, spool, retryPolicy, signal, ledgers }))
    if (sent !== undefined) return sent
    throw notSent(trouble, refusal)
  })

const notSent = (trouble: ApiError | undefined, refusal: string | undefined): Error =>
  new CliError({
    code: refusal === undefined ? 'book.waits' : 'book.refused',
    message:
      refusal === undefined
        ? `The book waits on this machine: ${trouble?.message ?? 'it could not be sent.'}`
        : `The server would not have the book: ${refusal}`,
    hint:
      refusal === undefined
        ? 'A running `lore watch` sends it when the server answers; else run `lore import` or this command again.'
        : 'Correct what it says and run this command again; it takes the place of what was refused.',
  })
