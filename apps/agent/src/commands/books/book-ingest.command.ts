import type { ApiError, LoreClient } from '@teamlore/shared'
import { checkedOutVersion, readBookAt, taggedVersions } from '../../book/book-git.ts'
import { type BookPlace, placeOfBook } from '../../book/book-place.ts'
import { openFileCache } from '../../book/file-cache.ts'
import { type GatheredBook, gatherBook } from '../../book/gather-book.ts'
import {
  type BookToSend,
  findBookToSend,
  type LoadedBook,
  loadBook,
  unreadable,
} from '../../book/load-book.ts'
import { packBook, payloadOf } from '../../book/pack-book.ts'
import type { SentPictures } from '../../book/send-pictures.ts'
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
import { deletedLines, heldBackLines, ingestLines, pictureLines } from '../../views/book.view.ts'
import { realTimes, shortRetries } from '../../wire/retry-policy.ts'
import { packBody } from '../../wire/wire.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { openStorageWhenFree, withProgress } from '../shared/long-running.ts'
import { sendBookPictures } from './send-book-pictures.ts'

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
  const found = await findBookToSend(context.cwd())
  const connection = options.dryRun ? await findConnection(context) : await openConnection(context)
  return connection === undefined
    ? planHere(context, await loadBook(context.cwd()))
    : ingestThere(context, { ...options, found, connection })
}

/** What the files make by themselves: nobody is logged in who could ask what is there. */
const planHere = ({ output, isJson }: CommandContext, loaded: LoadedBook): ExitCode => {
  if (loaded.ingested === undefined) throw unreadable(loaded)
  const { book, summary } = loaded.ingested
  const { problems } = book
  if (isJson) output.json({ state: 'planned', summary, problems })
  else output.print(...ingestLines({ state: 'planned', summary }, problems), [dim(NOT_ASKED)])
  return exitCodeFor({ state: 'planned', summary })
}

type There = BookIngestOptions & { found: BookToSend; connection: Connection }

const ingestThere = async (context: CommandContext, there: There): Promise<ExitCode> => {
  const { found, connection, ...options } = there
  const { client } = connection
  const controller = new AbortController()
  const { signal } = controller
  const prepared = await prepare(context, there, signal)
  const { storage, gathered, privacy, from, payloadFor } = prepared
  const release = context.onInterrupt(() => controller.abort())
  const sending = { client, signal, readText: gathered.readText }
  const send = async (isAllowed: boolean | undefined) => {
    const payload = payloadFor(isAllowed)
    const answer = await withProgress(
      context,
      () => `Sending ${found.name}: ${plural(payload.files.length, 'file')}`,
      () =>
        options.dryRun
          ? sendBook({ ...sending, value: payload, bytes: new Uint8Array() })
          : sendBySpool(storage, payload, sending),
    )
    if (!options.dryRun && KNOWN_STATES.includes(answer.state)) await gathered.noteSent()
    return { ...answer, kept_back: gathered.kept_back, redactions: prepared.redactions }
  }
  try {
    let answer = await send(options.allowDeletions)
    const { isAlone } = prepared
    if (answer.state === 'deletions' && !isAlone && (await areToGo(context, answer, signal)))
      answer = await send(true)
    const more = { found, from, ...sending, ...privacy }
    const pictures = await sendBookPictures(context, answer, more)
    const past = { root: found.root, name: found.name, from }
    const versions =
      options.versions && !options.dryRun
        ? await withProgress(
            context,
            () => `Sending the tags of ${found.name}`,
            () => sendPast(past, privacy, sending),
          )
        : undefined
    report(context, { answer, from, versions, isAlone, pictures })
    if (answer.state === 'elsewhere' && isAlone) throw fromElsewhere()
    return exitCodeFor(answer)
  } finally {
    release()
  }
}

/** Reads what of a book may leave this machine, and what else the server is to know. */
const prepare = async (
  context: CommandContext,
  { found, connection: { client, stored }, ...options }: There,
  signal: AbortSignal,
) => {
  const { name, root } = found
  const storage = await openStorageWhenFree(context, {
    serverId: stored?.team.id ?? (await client.me()).team.id,
    signal,
  })
  await storage.privacy.refresh(client)
  const privacy = { redactor: storage.privacy.redactor(), ignore: await readProjectIgnore(root) }
  const version = await checkedOutVersion(root)
  // biome-ignore lint/style/noProcessEnv: a build names its branch there, and it is no setting of ours.
  const env = process.env
  const from = await placeOfBook(root, { env })
  const full = options.full === true
  const cache = await openFileCache(storage.root, { root, rules: storage.privacy.rules() })
  const gathered = await gatherBook(root, { ...privacy, cache, full })
  const project = privacy.redactor.redact(found.project)
  const schema = privacy.redactor.redact(found.schema)
  const texts = { project: project.text, schema: schema.text, files: gathered.files }
  const said = { from, full, move_home: options.moveHome, dry_run: options.dryRun, version }
  return {
    storage,
    gathered,
    privacy,
    from,
    redactions: gathered.redactions + project.count + schema.count,
    isAlone: options.isUnattended === true || isBuild(env),
    payloadFor: (allow_deletions: boolean | undefined) =>
      payloadOf(name, texts, { ...said, allow_deletions }),
  }
}

/** States in which the server has the texts of all files. */
const KNOWN_STATES = ['ingested', 'unchanged', 'recorded']

type Answer = SentBook & { kept_back: number; redactions: number }
type Reported = {
  answer: Answer
  from: BookPlace
  versions: number | undefined
  isAlone: boolean
  pictures: SentPictures | undefined
}

const report = (
  { output, isJson }: CommandContext,
  { answer, from, versions, isAlone, pictures }: Reported,
): void => {
  if (isJson) {
    output.json({ ...answer, versions, pictures })
    return
  }
  output.print(
    ...ingestLines(answer, answer.problems.filter(isOfIngest)),
    ...heldBackLines(answer, from, { isAlone }),
  )
  if (pictures) output.print(...pictureLines(pictures))
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

/** What is found by looking at the whole book, which `lore book validate` is for. */
const OF_CHECKS: readonly string[] = [
  'near-duplicate-name',
  'orphaned-entity',
  'missing-session',
  'unreachable-layer',
]
const isOfIngest = ({ rule, severity }: SentBook['problems'][number]): boolean =>
  severity === 'error' || !OF_CHECKS.includes(rule)

type Sending = {
  client: LoreClient
  signal: AbortSignal
  readText: GatheredBook['readText']
}

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
  { client, signal, readText }: Sending,
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
    const bookPayload = {
      ...PAYLOADS.books,
      send: (one: Parameters<typeof sendBook>[0]) => sendBook({ ...one, readText }),
    }
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
