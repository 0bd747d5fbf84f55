import { mkdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Message, SessionDetail } from '@teamlore/shared'
import { projectFolderOf, writeClaudeSession } from '@teamlore/sources/restore/claude-code'
import { rolloutPathOf, writeRollout } from '@teamlore/sources/restore/codex'
import { safeNativeId } from '@teamlore/sources/restore/native-ids'
import type { KeptSession, Missing, Restored } from '@teamlore/sources/restore/restored.types'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { writeNewFile } from '../../export/new-file.ts'
import { redactedMessage, redactedSession } from '../../export/redact-export.ts'
import { plural, tilde } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import { openConnection } from '../../platform/connection.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { askToConfirm } from '../shared/confirm.ts'
import { openRedactor } from '../shared/open-redactor.ts'
import { reportExport } from '../shared/report-export.ts'
import { sessionIdOf } from '../shared/session-id.ts'
import { readTranscript } from './read-transcript.ts'

export type RestoreOptions = {
  out?: string | undefined
  cwd?: string | undefined
  force?: boolean | undefined
}

type Tool = {
  label: string
  write: (session: KeptSession) => Restored
  /** Where the tool looks for it. */
  place: (context: CommandContext, session: KeptSession) => string
  resume: (session: KeptSession) => string
}

const TOOLS: Readonly<Record<string, Tool>> = {
  'claude-code': {
    label: 'Claude Code',
    write: writeClaudeSession,
    place: ({ home, surroundings }, { cwd, nativeId }) => {
      const named = surroundings.variables.CLAUDE_CONFIG_DIR?.split(',')[0]?.trim()
      const root = named ? resolve(named) : join(home, '.claude')
      return join(root, 'projects', projectFolderOf(cwd), `${nativeId}.jsonl`)
    },
    resume: ({ nativeId }) => `claude --resume ${nativeId}`,
  },
  codex: {
    label: 'Codex',
    write: writeRollout,
    place: ({ home, surroundings }, session) =>
      join(surroundings.variables.CODEX_HOME ?? join(home, '.codex'), ...rolloutPathOf(session)),
    resume: ({ nativeId }) => `codex resume ${nativeId}`,
  },
}

/** `lore restore ID`: writes a session back where its tool goes on from it. */
export const runRestore = async (
  context: CommandContext,
  typed: string,
  options: RestoreOptions,
): Promise<ExitCode> => {
  const { output, isJson } = context
  const { session, tool } = await readKept(context, typed, options)
  const { lines, missing } = tool.write(session.kept)
  const path =
    options.out === undefined
      ? tool.place(context, session.kept)
      : resolve(context.cwd(), options.out)
  const isForced = await mayReplace(context, path, options.force === true)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const bytes = await writeNewFile(path, { isForced }, (write) => write(`${lines.join('\n')}\n`))
  const gone = missingWords(missing, session)
  const resume = tool.resume(session.kept)
  if (isJson) {
    output.json({
      path,
      bytes,
      messages: session.kept.messages.length,
      missing,
      secrets: session.secrets,
      removed: session.removed,
      resume,
      cwd: session.kept.cwd,
    })
    return EXIT.ok
  }
  output.print([
    tilde(path, context.home),
    dim(`  ${plural(session.kept.messages.length, 'message')}`),
  ])
  output.note([
    `The original is not kept, so this is not it byte for byte. Missing: ${gone.join(', ')}.`,
  ])
  output.note([`Go on with it in ${tilde(session.kept.cwd, context.home)}: ${resume}`])
  return EXIT.ok
}

type Read = { tool: Tool; session: { kept: KeptSession; secrets: number; removed: number } }

const readKept = async (
  context: CommandContext,
  typed: string,
  options: RestoreOptions,
): Promise<Read> => {
  const { client, stored } = await openConnection(context)
  const found = await client.sessions.get(sessionIdOf(typed))
  const tool = TOOLS[found.tool]
  if (tool === undefined || found.kind === 'subagent' || found.kind === 'compaction')
    throw new CliError({
      code: 'restore.not_resumable',
      message:
        tool === undefined
          ? `A session of ${found.tool} cannot be written back to where its tool goes on from it.`
          : 'This is a part of another session, which no tool goes on from.',
      hint: `Hand it over instead: lore continue ${found.id} --with claude`,
    })
  await reportExport(client, { what: 'restored_session', sessions: [found.id] })
  const redactor = await openRedactor(context.paths, { client, stored })
  const session = redactedSession(found, redactor)
  const messages: Message[] = []
  for await (const page of readTranscript(client, found.id, { isFull: true }))
    messages.push(...page.map((message) => redactedMessage(message, redactor)))
  const cwd = await folderOf(context, session, options)
  const { redactions, server_redactions: byServer } = found.source
  const left = messages.filter(({ removed_at }) => removed_at == null)
  const removed = messages.length - left.length
  if (left.length === 0 && removed > 0) throw nothingLeft(found)
  const secrets = redactions + byServer
  return { tool, session: { kept: keptOf(session, left, cwd), secrets, removed } }
}

const nothingLeft = ({ id, removal }: SessionDetail) =>
  new CliError({
    code: 'restore.removed',
    message: `The text of this session is gone since ${removal?.removed_at.slice(0, 10) ?? 'a while'} by the retention of its project.`,
    hint: `Hand over what was found in it: lore continue ${id} --with claude`,
  })

/** The folder that was named, else that of the session where this machine has it, else this one. */
const folderOf = async (
  { cwd }: CommandContext,
  session: SessionDetail,
  options: RestoreOptions,
): Promise<string> => {
  if (options.cwd !== undefined) return resolve(cwd(), options.cwd)
  const its = session.cwd
  if (its === null || !isAbsolute(its) || its.includes('\0')) return cwd()
  const isHere = await stat(its).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isHere ? its : cwd()
}

const keptOf = (
  session: SessionDetail,
  messages: readonly Message[],
  cwd: string,
): KeptSession => ({
  nativeId: safeNativeId(session.native_id),
  cwd,
  gitBranch: session.git_branch,
  gitHead: session.git_head,
  toolVersion: session.tool_version,
  startedAt: session.started_at,
  original: {
    nativeId: session.native_id,
    isFork: session.kind === 'fork',
    title: session.title,
  },
  messages: messages.map((message) => ({
    key: message.key,
    id: message.id,
    parentId: message.parent_id,
    ts: message.ts,
    role: message.role,
    kind: message.kind,
    model: message.model,
    gitBranch: message.git_branch,
    isAbandoned: message.is_abandoned,
    usage: message.usage,
    blocks: message.blocks.map(({ block }) => block),
  })),
})

/** A file that is there is replaced by a person's yes alone. @returns whether it may be. */
const mayReplace = async (
  { stdin, output, isJson, onInterrupt }: CommandContext,
  path: string,
  isForced: boolean,
): Promise<boolean> => {
  if (isForced) return true
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (!isThere || isJson || stdin.isTTY !== true) return false
  const stop = new AbortController()
  const release = onInterrupt(() => stop.abort())
  try {
    return await askToConfirm({
      stdin,
      ask: () => output.note([`${path} is there already. Replace it? [y/N]`]),
      signal: stop.signal,
    })
  } finally {
    release()
  }
}

const missingWords = (
  missing: Missing,
  { secrets, removed }: Pick<Read['session'], 'secrets' | 'removed'>,
): string[] => {
  const some = (n: number, one: string) => (n === 0 ? [] : [plural(n, one)])
  return [
    ...(removed === 0
      ? []
      : [`${plural(removed, 'message')} that the retention of the project removed`]),
    ...some(missing.thoughts, 'thought'),
    ...some(missing.images, 'image'),
    ...(missing.cutResults === 0
      ? []
      : [`the middle of ${plural(missing.cutResults, 'long result')}`]),
    ...some(missing.others, 'other part'),
    ...some(secrets, 'secret'),
    'what the tool notes for itself alone',
  ]
}
