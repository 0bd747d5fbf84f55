import {
  type IdKind,
  KINDS,
  kindOfId,
  type LoreClient,
  type Message,
  PRESENT_KINDS,
  type SessionDetail,
} from '@teamlore/shared'
import { ID_PREFIXES } from '@teamlore/shared/ids'
import { stretchesRemoved } from '@teamlore/shared/removed-text'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { dim, type Line } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import { memoryLines } from '../../views/memory.view.ts'
import { memoryFileLines } from '../../views/memory-file.view.ts'
import { observationLines, recordLines, summaryLines } from '../../views/record.view.ts'
import { sessionHeaderLines } from '../../views/session.view.ts'
import { treeJson, treeLines } from '../../views/session-tree.view.ts'
import {
  joinBlankLines,
  messageLines,
  type TranscriptOptions,
} from '../../views/transcript.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { withPrivateAccessNote } from '../shared/no-private-access.ts'
import { readSessionTree } from './read-session-tree.ts'
import { neighboursOf, readTranscript, wholeMessage } from './read-transcript.ts'

export type ShowOptions = {
  full?: boolean | undefined
  /** Of a message: so many before and after it too. */
  around?: number | undefined
  /** A session as the tree of its branches and sub-agents. */
  tree?: boolean | undefined
}

type Target = {
  client: LoreClient
  server: string
  id: string
  isFull: boolean
  around: number
  isTree: boolean
}

/**
 * Anything with an id that a search or a list named: a session with its transcript, a message, what was distilled, a memory, a
 * commit.
 */
export const runShow = async (
  context: CommandContext,
  typed: string,
  options: ShowOptions,
): Promise<ExitCode> => {
  const id = typed.trim().toLowerCase()
  const show = showerOf(id)
  const { client, server } = await openConnection(context)
  const { full, around = 0, tree } = options
  if (tree && kindOfId(id) !== 'session')
    throw usageError('--tree goes with the id of a session.', '`lore sessions` names them.')
  if (around > 0 && kindOfId(id) !== 'message')
    throw usageError(
      '--around goes with the id of a message.',
      'For anything else there is `lore timeline ID`.',
    )
  const wanted = { isFull: full === true, around, isTree: tree === true }
  await withPrivateAccessNote(context, client, () =>
    show(context, { client, server, id, ...wanted }),
  )
  return EXIT.ok
}

type Shower = (context: CommandContext, target: Target) => Promise<void>

const showerOf = (id: string): Shower => {
  const kind = kindOfId(id)
  const shower = kind === undefined ? undefined : SHOWERS[kind]
  if (shower !== undefined) return shower
  // A kind that this version has no view of, or has never heard of, is shown as the server sends it.
  if (isOpenable(kind) || (kind === undefined && LIKE_AN_ID.test(id))) return showRecord
  throw notShown(id)
}

const LIKE_AN_ID = /^[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{8,26}$/

/** Of all that can be shown. */
const PREFIXES = [
  ...new Set(
    (['session', ...PRESENT_KINDS.map((one) => KINDS[one].id)] as const).map(
      (kind) => `${ID_PREFIXES[kind]}_`,
    ),
  ),
]

const isOpenable = (kind: IdKind | undefined): boolean =>
  PRESENT_KINDS.some((one) => KINDS[one].id === kind)

const notShown = (id: string) =>
  usageError(
    `"${id}" is no id that can be shown.`,
    `Ids begin with ${PREFIXES.slice(0, -1).join(', ')} or ${PREFIXES.at(-1)}; \`lore sessions\` and \`lore search\` name them. The first 8 or more characters are enough where only one begins like that.`,
  )

const showTree: Shower = async ({ output, isJson }, { client, id, server }) => {
  const tree = await readSessionTree(client, id)
  const { readingWidth: width } = output
  if (isJson) output.json({ tree: treeJson(tree) })
  else output.print(...treeLines(tree, { width, server }))
}

const showSession: Shower = async (context, { client, server, id, isFull, isTree, ...rest }) => {
  if (isTree) return showTree(context, { client, server, id, isFull, isTree, ...rest })
  const { output } = context
  const { readingWidth: width } = output
  const session = await client.sessions.get(id)
  const pages = readTranscript(client, session.id, { isFull })
  if (context.isJson) {
    const messages: Message[] = []
    for await (const page of pages) messages.push(...page)
    output.json({ session, messages })
    return
  }
  output.print(...sessionHeaderLines(session, { width, server, isFull }), [])
  const options = transcriptOptions(session, { width, isFull, hint: '--full shows it all' })
  const join = joinBlankLines()
  for await (const page of pages)
    output.print(
      ...join(stretchesRemoved(page).flatMap((message) => messageLines(message, options))),
    )
}

const transcriptOptions = (
  { author, started_at }: SessionDetail,
  options: Pick<TranscriptOptions, 'width' | 'isFull' | 'hint'>,
): TranscriptOptions => ({ ...options, author: author.name, startedAt: started_at })

const NO_NEIGHBOURS: { before: Message[]; after: Message[] } = { before: [], after: [] }

const showMessage: Shower = async (context, { client, id, around }) => {
  const { output } = context
  const { readingWidth: width } = output
  const message = await wholeMessage(client, id)
  const beside = around === 0 ? NO_NEIGHBOURS : await neighboursOf(client, message, around)
  if (context.isJson) {
    output.json(around === 0 ? { message } : { message, ...beside })
    return
  }
  const session = await client.sessions.get(message.session_id)
  const options = {
    ...transcriptOptions(session, { width, isFull: true, hint: '' }),
    startedAt: null,
  }
  const join = joinBlankLines()
  const header: Line[] = [
    [dim(`message ${message.ordinal + 1} of "${session.title}"`)],
    [dim(`lore show ${session.id}`)],
    ...(message.parent_id === null ? [] : [[dim(`follows ${message.parent_id}`)]]),
    [],
  ]
  const all = [...beside.before, message, ...beside.after]
  output.print(...header, ...join(all.flatMap((one) => messageLines(one, options))))
}

const showObservation: Shower = async ({ output, isJson }, { client, id }) => {
  const observation = await client.observations.get(id)
  if (isJson) output.json({ observation })
  else output.print(...observationLines(observation, { width: output.readingWidth }))
}

const showSummary: Shower = async ({ output, isJson }, { client, id }) => {
  const summary = await client.summaries.get(id)
  if (isJson) output.json({ summary })
  else output.print(...summaryLines(summary, { width: output.readingWidth }))
}

const showMemoryFile: Shower = async ({ output, isJson }, { client, server, id }) => {
  const file = await client.memoryFiles.get(id)
  if (isJson) output.json({ memory_file: file })
  else output.print(...memoryFileLines(file, { width: output.readingWidth, server }))
}

/** Most tokens of one record. */
const WHOLE = 200_000

const showRecord: Shower = async ({ output, isJson }, { client, server, id }) => {
  const { items, left_out } = await client.records({ ids: id, budget_tokens: WHOLE })
  const [record] = items
  if (record === undefined) {
    if (left_out.length === 0) throw notShown(id)
    throw usageError(`"${id}" is too long to be shown here.`, `Open ${server}/search?q=${id}.`)
  }
  if (isJson) output.json({ record })
  else output.print(...recordLines(record, { width: output.readingWidth, server }))
}

const showMemory: Shower = async ({ output, isJson }, { client, server, id }) => {
  const memory = await client.memories.get(id)
  if (isJson) output.json({ memory })
  else output.print(...memoryLines(memory, { width: output.readingWidth, server }))
}

/** Kinds that have a view of their own. */
const SHOWERS: Partial<Record<IdKind, Shower>> = {
  session: showSession,
  message: showMessage,
  observation: showObservation,
  summary: showSummary,
  memory: showMemory,
  memoryFile: showMemoryFile,
}
