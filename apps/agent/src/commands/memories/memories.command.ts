import type { LoreClient } from '@teamlore/shared'
import {
  MEMORY_LIMITS,
  type MemoryAnchorInput,
  type MemoryKind,
  type RememberRequest,
} from '@teamlore/shared/memories'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { count, plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { memoryEntryLines, memoryHistoryLines, memoryLines } from '../../views/memory.view.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { findMemberId } from '../shared/find-member.ts'
import { ensureKnownProject } from '../shared/known-project.ts'
import { ensureOnlyMore, offerMore, previousQuery } from '../shared/paging.ts'
import { parseAsOf } from '../shared/parse-as-of.ts'
import { parseFileRange } from '../shared/parse-file-range.ts'
import { parseTime } from '../shared/parse-time.ts'
import { noteMeant } from '../shared/path-like.ts'
import { pathInProject } from '../shared/project-path.ts'
import { inKnownProject } from './register-project.ts'

export type MemoriesOptions = {
  project?: string | undefined
  kind?: MemoryKind | undefined
  status?: 'draft' | 'active' | 'rejected' | 'superseded' | 'archived' | undefined
  origin?: 'human' | 'agent' | 'tool' | 'web' | 'import' | undefined
  file?: string | undefined
  assignee?: string | undefined
  asOf?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
  /** What follows the last answer. */
  more?: boolean | undefined
}

/** `lore memories`: what the team holds to be so; with `--as-of`, what it held then. */
export const runMemories = async (
  context: CommandContext,
  words: readonly string[],
  { more, ...typed }: MemoriesOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  if (more) ensureOnlyMore('memories', [...words, ...Object.values(typed)])
  const { client, server } = await openConnection(context)
  const asked = { server, command: 'memories' } as const
  const query = more
    ? (await previousQuery<Query>(context, asked)).query
    : await queryOf(context, client, words, typed)
  const { items, next_cursor } = await client.memories.list(query)
  if (items.length === 0) await ensureKnownProject(client, typed.project)
  if (isJson) {
    output.json({ items, next_cursor })
    await offerMore(context, { ...asked, query, cursor: next_cursor })
    return EXIT.ok
  }
  if (items.length === 0) output.print([dim('No such memories.')])
  if (items.length === 0 && query.file !== undefined) await noteMeant(context, query.file)
  const { readingWidth: width } = output
  output.print(...items.flatMap((memory) => memoryEntryLines(memory, { width })))
  await offerMore(context, { ...asked, query, cursor: next_cursor })
  return EXIT.ok
}

type Query = NonNullable<Parameters<LoreClient['memories']['list']>[0]>

const queryOf = async (
  context: CommandContext,
  client: LoreClient,
  words: readonly string[],
  { assignee, asOf, ...options }: Omit<MemoriesOptions, 'more'>,
): Promise<Query> => {
  const q = words.join(' ').trim()
  return {
    ...options,
    // Drafts have a list of their own, and what was replaced is opened by what took its place.
    status: options.status ?? (asOf === undefined ? 'active' : undefined),
    q: q === '' ? undefined : q,
    assignee: assignee === undefined ? undefined : await findMemberId(client, assignee),
    as_of: asOf === undefined ? undefined : await parseAsOf(context, asOf),
  }
}

export type MemoryOptions = {
  history?: boolean | undefined
  asOf?: string | undefined
  confirm?: boolean | undefined
  stale?: string | undefined
  says?: string | undefined
  reason?: string | undefined
}

/** `lore memory ID`: one memory, its history, or a word on how it stands. */
export const runMemory = async (
  context: CommandContext,
  typed: string,
  options: MemoryOptions,
): Promise<ExitCode> => {
  const update = updateOf(options)
  const { client, server } = await openConnection(context)
  const id = typed.trim().toLowerCase()
  if (update === undefined && (options.history || options.asOf !== undefined))
    return showHistory(context, { client, id, asOf: options.asOf })
  const memory =
    update === undefined ? await client.memories.get(id) : await client.memories.update(id, update)
  const { output, isJson } = context
  if (isJson) output.json({ memory })
  else output.print(...memoryLines(memory, { width: output.readingWidth, server }))
  return EXIT.ok
}

type Update = Parameters<LoreClient['memories']['update']>[1]

const NOTHING_SAID = {
  message: 'What holds instead?',
  hint: 'One sentence that stands by itself behind --says: `lore memory ID --says "Uploads go through the queue."`',
}

/** @throws CliError where it is empty, or longer than a memory may be. */
const statementOf = (typed: string, empty: { message: string; hint: string }): string => {
  const statement = typed.trim()
  if (statement === '') throw usageError(empty.message, empty.hint)
  if (statement.length > MEMORY_LIMITS.maxStatementChars)
    throw usageError(
      `The statement has ${plural(statement.length, 'character')}, and may have ${count(MEMORY_LIMITS.maxStatementChars)}.`,
      'Say it in one sentence, and what it rests on with --reason.',
    )
  return statement
}

/** What is said of how it stands; undefined where nothing is. */
const updateOf = ({ confirm, stale, says, reason = '' }: MemoryOptions): Update | undefined => {
  const updates: Update[] = []
  if (confirm) updates.push({ action: 'confirm', reason })
  if (stale !== undefined) updates.push({ action: 'stale', reason: stale })
  if (says !== undefined)
    updates.push({ action: 'supersede', statement: statementOf(says, NOTHING_SAID), reason })
  if (updates.length > 1)
    throw usageError('--confirm, --stale and --says exclude each other.', 'Give one of them.')
  return updates[0]
}

const showHistory = async (
  context: CommandContext,
  { client, id, asOf }: { client: LoreClient; id: string; asOf: string | undefined },
): Promise<ExitCode> => {
  const { output, isJson } = context
  const as_of = asOf === undefined ? undefined : await parseAsOf(context, asOf)
  const thread = await client.memories.history(id, { as_of })
  if (isJson) output.json(thread)
  else output.print(...memoryHistoryLines(thread, { width: output.readingWidth, asOf }))
  return EXIT.ok
}

export type RememberOptions = {
  kind?: MemoryKind | undefined
  reason?: string | undefined
  rejected?: string[] | undefined
  question?: string[] | undefined
  file?: string[] | undefined
  evidence?: string[] | undefined
  supersedes?: string | undefined
  restsOn?: readonly string[] | undefined
  since?: string | undefined
  project?: string | undefined
  team?: boolean | undefined
  private?: boolean | undefined
  draft?: boolean | undefined
}

/** `lore remember`: says that something is so. */
export const runRemember = async (
  context: CommandContext,
  words: readonly string[],
  options: RememberOptions,
): Promise<ExitCode> => {
  const statement = statementOf(words.join(' '), {
    message: 'What is to be remembered?',
    // `--file src/x.ts "Uploads …"`: the option takes both.
    hint: (options.file ?? []).some((file) => /\s/.test(file.trim()))
      ? 'What follows --file are files. Write the sentence first: lore remember "Uploads go through the queue." --file src/x.ts'
      : 'One sentence that stands by itself: lore remember "Uploads go through the queue."',
  })
  if (options.team && options.project !== undefined)
    throw usageError('--team and --project exclude each other.', 'Give one of them.')
  const { output, isJson } = context
  const here = await createProjectResolver()(context.cwd())
  const root = here?.root_path ?? context.cwd()
  for (const file of options.file ?? []) await noteMeant(context, parseFileRange(file).file)
  const anchors = (options.file ?? []).map((file) => anchorOf(file, context.cwd(), root))
  const { client, server } = await openConnection(context)
  const said = {
    ...saidOf(statement, options),
    anchors,
    ...(options.since === undefined
      ? {}
      : { valid_from: parseTime(options.since, 'since', context.now()) }),
  }
  const write = async () =>
    client.memories.remember({ ...said, ...(await projectFor(client, options, here)) })
  const isOfFolder = here !== null && options.project === undefined && !options.team
  const memory = isOfFolder
    ? await inKnownProject(context, client, { here, hint: HINT }, write)
    : await write()
  if (isJson) output.json({ memory })
  else output.print(...memoryLines(memory, { width: output.readingWidth, server }))
  return EXIT.ok
}

/** What was said, but for what depends on where and when. */
const saidOf = (statement: string, options: RememberOptions) => ({
  statement,
  ...(options.kind === undefined ? {} : { kind: options.kind }),
  ...(options.reason === undefined ? {} : { reason: options.reason }),
  rejected: options.rejected ?? [],
  questions: options.question ?? [],
  evidence: (options.evidence ?? []).map(evidenceOf),
  ...(options.supersedes === undefined ? {} : { supersedes: options.supersedes }),
  rests_on: [...(options.restsOn ?? [])],
  ...(options.private ? { visibility: 'private' as const } : {}),
  draft: options.draft === true,
})

const HINT =
  'Run this in its repository, name another with --project, or keep it for all projects with --team.'

type Here = Awaited<ReturnType<ReturnType<typeof createProjectResolver>>>

/** The project that is named, else the one of this folder where the server knows it. */
const projectFor = async (
  client: LoreClient,
  { project, team }: RememberOptions,
  here: Here,
): Promise<{ project?: string }> => {
  if (project !== undefined) return { project }
  if (team || here === null) return {}
  return { project: await projectOfFolder(client, here, HINT) }
}

const anchorOf = (typed: string, cwd: string, root: string): MemoryAnchorInput => {
  const { file, range } = parseFileRange(typed)
  return {
    path: pathInProject(cwd, root, file),
    symbol: null,
    start_line: range?.from ?? null,
    // One line is shown without an end.
    end_line: range === undefined || range.to === range.from ? null : range.to,
    content_hash: null,
  }
}

const evidenceOf = (typed: string): NonNullable<RememberRequest['evidence']>[number] => {
  const ref = typed.trim()
  if (ref.startsWith('msg_')) return { kind: 'message', ref, quote: '' }
  if (ref.startsWith('ses_')) return { kind: 'session', ref, quote: '' }
  if (/^(?:cmt_[0-9a-z]+|[0-9a-f]{7,64})$/.test(ref)) return { kind: 'commit', ref, quote: '' }
  return { kind: 'document', ref, quote: '' }
}
