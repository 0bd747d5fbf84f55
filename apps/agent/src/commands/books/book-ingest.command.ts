import type { Problem } from '@teamlore/lorebook'
import type { ApiError, LoreClient } from '@teamlore/shared'
import { checkedOutVersion, readBookAt, taggedVersions } from '../../book/book-git.ts'
import { type BookPlace, placeOfBook } from '../../book/book-place.ts'
import { type BookToSend, loadBookToSend, unreadable } from '../../book/load-book.ts'
import { packBook } from '../../book/pack-book.ts'
import type { ServerStorage } from '../../capture/server-storage.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { type BookPayload, type SentBook, sendBook } from '../../payloads/book.payload.ts'
import { deliver } from '../../payloads/deliver-payload.ts'
import { PAYLOADS } from '../../payloads/payloads.ts'
import { type Connection, findConnection, openConnection } from '../../platform/connection.ts'
import { isBuild } from '../../platform/is-build.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { deletedLines, heldBackLines, ingestLines } from '../../views/book.view.ts'
import { realTimes, shortRetries } from '../../wire/retry-policy.ts'
import { packBody } from '../../wire/wire.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { openStorageWhenFree, withProgress } from '../shared/long-running.ts'

const NOT_ASKED = 'You are not logged in, so the server was not asked what it has.'

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

/** `lore book ingest`: makes the server's book what the files are. A dry run changes nothing, and needs no server. */
export const runBookIngest = async (
  context: CommandContext,
  options: BookIngestOptions,
): Promise<ExitCode> => {
  const read = await loadBookToSend(context.cwd())
  const connection = options.dryRun ? await findConnection(context) : await openConnection(context)
  return connection === undefined
    ? planHere(context, read)
    : ingestThere(context, { ...options, read, connection })
}

/** What the files make by themselves: nobody is logged in who could ask what is there. */
const planHere = ({ output, isJson }: CommandContext, read: BookToSend): ExitCode => {
  const { problems, summary } = read
  if (summary === undefined) throw unreadable(read)
  if (isJson) output.json({ state: 'planned', summary, problems })
  else output.print(...ingestLines({ state: 'planned', summary }, problems), [dim(NOT_ASKED)])
  return exitCodeFor({ state: 'planned', summary })
}

type There = BookIngestOptions & { read: BookToSend; connection: Connection }

const ingestThere = async (
  context: CommandContext,
  { read, connection: { client, stored }, ...options }: There,
): Promise<ExitCode> => {
  const { name, problems: local, root, texts } = read
  const controller = new AbortController()
  const storage = await openStorageWhenFree(context, {
    serverId: stored?.team.id ?? (await client.me()).team.id,
    signal: controller.signal,
  })
  await storage.privacy.refresh(client)
  const privacy = { redactor: storage.privacy.redactor(), ignore: await readProjectIgnore(root) }
  const version = await checkedOutVersion(root)
  // biome-ignore lint/style/noProcessEnv: a build names its branch there, and it is no setting of ours.
  const env = process.env
  const from = await placeOfBook(root, { env })
  const pack = (allow_deletions: boolean | undefined) =>
    packBook(name, texts, privacy, {
      from,
      full: options.full,
      move_home: options.moveHome,
      allow_deletions,
      dry_run: options.dryRun,
      ...(version && { version }),
    })
  const release = context.onInterrupt(() => controller.abort())
  const sending = { client, signal: controller.signal }
  const send = async (isAllowed: boolean | undefined) => {
    const { payload, ...counts } = pack(isAllowed)
    const answer = await withProgress(
      context,
      () => `Sending ${name}: ${plural(payload.files.length, 'file')}`,
      () =>
        options.dryRun
          ? sendBook({ ...sending, value: payload, bytes: new Uint8Array() })
          : sendBySpool(storage, payload, sending),
    )
    return { ...answer, ...counts }
  }
  try {
    let answer = await send(options.allowDeletions)
    const isAlone = options.isUnattended === true || isBuild(env)
    if (
      answer.state === 'deletions' &&
      !isAlone &&
      (await areToGo(context, answer, sending.signal))
    )
      answer = await send(true)
    const past = options.versions && !options.dryRun ? { root, name, from } : undefined
    const versions =
      past &&
      (await withProgress(
        context,
        () => `Sending the tags of ${name}`,
        () => sendPast(past, privacy, sending),
      ))
    report(context, { answer, from, versions, local, isAlone })
    if (answer.state === 'elsewhere' && isAlone) throw fromElsewhere()
    return exitCodeFor(answer)
  } finally {
    release()
  }
}

type Answer = SentBook & { kept_back: number; redactions: number }
type Reported = {
  answer: Answer
  from: BookPlace
  versions: number | undefined
  local: readonly Problem[]
  isAlone: boolean
}

const report = (
  { output, isJson }: CommandContext,
  { answer, from, versions, local, isAlone }: Reported,
): void => {
  if (isJson) {
    output.json({ ...answer, ...(versions !== undefined && { versions }) })
    return
  }
  output.print(
    ...ingestLines(answer, [...local, ...seenThere(answer, local)]),
    ...heldBackLines(answer, from, { isAlone }),
  )
  if (versions !== undefined) output.print([`${plural(versions, 'version')} sent.`])
}

/** Asks the person at the terminal, with what would go in view. */
const areToGo = async (
  { stdin, isJson, output }: CommandContext,
  { plan }: Answer,
  signal: AbortSignal,
): Promise<boolean> => {
  if (isJson || stdin.isTTY !== true || plan === null) return false
  const { deleted } = plan
  output.print(...deletedLines(deleted))
  return askToConfirm({
    stdin,
    signal,
    ask: () =>
      output.print([
        `Delete ${deleted.length === 1 ? 'it' : 'them'}? Type yes, or nothing to keep all:`,
      ]),
  })
}

const fromElsewhere = (): CliError =>
  new CliError({
    code: 'book.elsewhere',
    message:
      'This book comes from another repository or branch, so neither `watch` nor a build changes it from here.',
    hint: 'If this is to be where it comes from, say so by hand: lore book ingest --move-home',
  })

/** Where errors keep something out, the book is not what its files say. Contradictions between notes keep nothing out. */
const exitCodeFor = ({
  state,
  summary,
}: {
  state: string
  summary: Record<string, number> | null
}): ExitCode => {
  const isDone = ['ingested', 'unchanged', 'planned'].includes(state)
  const wrong = (summary?.['errors'] ?? 0) + (summary?.['stale'] ?? 0)
  return isDone && wrong === 0 ? EXIT.ok : EXIT.failed
}

/** What the files here do not show: what a note said before, and paths that are one only without their secrets. */
const seenThere = ({ problems }: Pick<SentBook, 'problems'>, local: readonly Problem[]) => {
  const placeOf = ({ file, line, rule }: { file: string; line: number; rule: string }): string =>
    [file, line, rule].join('\n')
  const known = new Set(local.map(placeOf))
  return problems.filter((one) => one.severity === 'error' && !known.has(placeOf(one)))
}

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

/** By way of the spool: what cannot be sent to the server now, `lore watch` or `lore import` sends later. */
const sendBySpool = (
  { spool, lock }: ServerStorage,
  payload: BookPayload,
  { client, signal }: Sending,
) =>
  lock.hold(async (): Promise<SentBook> => {
    if (spool === undefined) throw new Error('A book needs a spool.')
    const body = await packBody(JSON.stringify(payload))
    const id = await spool.put(body, { kind: 'books', subject: payload.name })
    let sent: SentBook | undefined
    let refusal: string | undefined
    const ledger = {
      delivered: (_: unknown, answer: SentBook) => {
        sent = answer
      },
      failed: (_: unknown, { message, isRefused }: { message: string; isRefused: boolean }) => {
        if (isRefused) refusal = message
      },
    }
    // Somebody is here to be shown what the server asks.
    const bookPayload = { ...PAYLOADS.books, send: sendBook }
    const retryPolicy = shortRetries(realTimes)
    const batch = spool.waiting().find((one) => one.id === id)
    const trouble =
      batch &&
      (await deliver(batch, { client, spool, retryPolicy, signal, payload: bookPayload, ledger }))
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
