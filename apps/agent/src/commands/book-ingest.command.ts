import { setTimeout as delay } from 'node:timers/promises'
import type { ApiError, LoreClient } from '@teamlore/shared'
import { loadReadableBook } from '../book/load-book.ts'
import { packBook } from '../book/pack-book.ts'
import { type Desk, openDesk } from '../capture/desk.ts'
import { CliError } from '../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../errors/exit-codes.ts'
import type { BookPayload, SentBook } from '../payloads/book.payload.ts'
import { deliverPayload } from '../payloads/deliver-payload.ts'
import { openConnection } from '../platform/connection.ts'
import { readProjectIgnore } from '../privacy/project-ignore.ts'
import { ingestLines } from '../views/book.view.ts'
import { realTimes, shortRetries } from '../wire/retry-policy.ts'
import { packBody } from '../wire/wire.ts'
import type { CommandContext } from './command-context.ts'

export type BookIngestOptions = { full?: boolean | undefined; dryRun?: boolean | undefined }

/** `lore book ingest`: makes the server's book what the files are. With `--dry-run` it needs no server. */
export const runBookIngest = async (
  context: CommandContext,
  { full, dryRun }: BookIngestOptions,
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
  const packed = packBook(
    book.project.project,
    texts,
    { redactor: desk.privacy.redactor(), ignore: await readProjectIgnore(root) },
    { full },
  )
  const controller = new AbortController()
  const release = context.onInterrupt(() => controller.abort())
  try {
    const { kept_back, redactions } = packed
    const sending = { client, signal: controller.signal }
    const told = { ...(await sendBySpool(desk, packed.payload, sending)), kept_back, redactions }
    if (isJson) output.json(told)
    else output.print(...ingestLines(told, book.problems))
    return told.state === 'ingested' || told.state === 'unchanged' ? EXIT.ok : EXIT.failed
  } finally {
    release()
  }
}

const openBookDesk = ({ paths, config, now }: CommandContext, serverId: string): Promise<Desk> =>
  openDesk({
    ...{ stateDir: paths.stateDir, rulesFile: paths.rulesFile, serverId },
    ...{ spoolLimitBytes: config.spoolLimitBytes, isReadOnly: false, now },
    retry: { times: 20, sleep: () => delay(500) },
  })

type Sending = { client: LoreClient; signal: AbortSignal }

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
