import { mkdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Redactor } from '@teamlore/redaction'
import { kindOfId, type LoreClient, type SessionDetail } from '@teamlore/shared'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { EXTENSIONS, type ExportFormat, type Renderer } from '../../export/export.types.ts'
import { exportFileName } from '../../export/file-name.ts'
import { createHtmlRenderer } from '../../export/html.ts'
import { createJsonRenderer } from '../../export/json.ts'
import { createMarkdownRenderer } from '../../export/markdown.ts'
import { writeNewFile } from '../../export/new-file.ts'
import { redactedMessage, redactedSession } from '../../export/redact-export.ts'
import { plural } from '../../output/format.ts'
import { openConnection } from '../../platform/connection.ts'
import { readTranscript } from '../sessions/read-transcript.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { openRedactor } from '../shared/open-redactor.ts'
import { reportProjects, reportSessions } from '../shared/report-export.ts'
import { exportMine } from './export-mine.ts'
import type { ExportOptions } from './export-options.ts'
import {
  type Exported,
  type Refused,
  type Written,
  warnOfRefused,
  writtenLines,
} from './exported.ts'
import { sessionsOf } from './listed-sessions.ts'

type Run = {
  context: CommandContext
  client: LoreClient
  format: ExportFormat
  redactor: Redactor
  makeRenderer: () => Renderer
  isForced: boolean
  signal: AbortSignal
}

const RENDERERS = {
  markdown: createMarkdownRenderer,
  json: createJsonRenderer,
  html: createHtmlRenderer,
} as const

/** Sessions as files that stand for themselves, page by page: however long one is, little of it is in memory at once. */
export const runExport = async (
  context: CommandContext,
  ids: readonly string[],
  options: ExportOptions,
): Promise<ExitCode> => {
  ensureWanted(ids, options)
  if (options.mine === true)
    return exportMine(context, options, {
      writeSessions: (ids, format, folder) =>
        withRun(context, { ...options, format }, async (run) => writeAll(run, ids, folder)),
    })
  const format = formatOf(context, options)
  const target = await targetOf(ids, options)
  if (target.kind === 'stdout' && context.isJson && format !== 'json')
    throw usageError(
      '--json on stdout is the session as JSON.',
      'Leave --format out, or give --out FILE.',
    )
  return withRun(context, { ...options, format }, async (run) => {
    if (options.project === undefined) await reportSessions(run, ids.map(cleanId))
    if (target.kind === 'stdout') return printOne(run, ids[0] ?? '')
    if (target.kind === 'file') {
      const session = await run.client.sessions.get(cleanId(ids[0] ?? ''))
      return report(run, { written: [await writeOne(run, session, target.path)], refused: [] })
    }
    await mkdir(target.path, { recursive: true, mode: 0o700 })
    return report(run, await writeWanted(run, ids, { folder: target.path, ...options }))
  })
}

const withRun = async <T>(
  context: CommandContext,
  { format, force }: { format: ExportFormat; force?: boolean | undefined },
  work: (run: Run) => Promise<T>,
): Promise<T> => {
  const { client, server, stored } = await openConnection(context)
  const stop = new AbortController()
  const release = context.onInterrupt(() => stop.abort())
  const run: Run = {
    context,
    client,
    format,
    signal: stop.signal,
    isForced: force === true,
    redactor: await openRedactor(context.paths, { client, stored }),
    makeRenderer: () => RENDERERS[format]({ server, exportedAt: context.now().toISOString() }),
  }
  try {
    return await work(run)
  } finally {
    release()
  }
}

const cleanId = (id: string): string => id.trim().toLowerCase()

const ensureWanted = (ids: readonly string[], { project, mine = false }: ExportOptions): void => {
  if (mine && (ids.length > 0 || project !== undefined))
    throw usageError('--mine goes by itself.', 'lore export --mine --out FOLDER')
  if (ids.length === 0 && project === undefined && !mine)
    throw usageError(
      'Say what to export.',
      'Give ids of sessions, which `lore sessions` names, --project NAME, or --mine.',
    )
  if (ids.length > 0 && project !== undefined)
    throw usageError('Ids and --project do not go together.', 'Give one of them.')
  const other = ids.find((id) => kindOfId(cleanId(id)) !== 'session')
  if (other !== undefined)
    throw usageError(
      `"${other}" is no id of a session.`,
      'They begin with ses_; `lore sessions` names them.',
    )
}

/** As was said, else as the name of the file says. */
const formatOf = ({ isJson }: CommandContext, { format, out }: ExportOptions): ExportFormat => {
  if (format !== undefined) return format
  const named = Object.entries(EXTENSIONS).find(([, ending]) => out?.endsWith(`.${ending}`))?.[0]
  if (named === 'markdown' || named === 'json' || named === 'html') return named
  return isJson && out === undefined ? 'json' : 'markdown'
}

type Target = { kind: 'stdout' } | { kind: 'file' | 'folder'; path: string }

const targetOf = async (ids: readonly string[], { out }: ExportOptions): Promise<Target> => {
  const isOne = ids.length === 1
  if (out === undefined) {
    if (isOne) return { kind: 'stdout' }
    throw usageError(
      '--out is missing.',
      'Several sessions go into a folder, a file each: --out FOLDER.',
    )
  }
  const path = resolve(out)
  const known = await stat(path).catch(() => undefined)
  if (known?.isDirectory()) return { kind: 'folder', path }
  if (isOne && !out.endsWith('/') && !out.endsWith(sep)) return { kind: 'file', path }
  if (known === undefined) return { kind: 'folder', path }
  throw usageError(
    `${path} is a file, and several sessions go into a folder.`,
    'Give another --out.',
  )
}

/** @returns how many messages it has. */
const render = async (
  { client, redactor, makeRenderer, signal }: Run,
  session: SessionDetail,
  write: (text: string) => Promise<void>,
): Promise<number> => {
  const renderer = makeRenderer()
  let messages = 0
  await write(renderer.begin(redactedSession(session, redactor)))
  for await (const page of readTranscript(client, session.id, { isFull: true })) {
    signal.throwIfAborted()
    messages += page.length
    await write(page.map((one) => renderer.message(redactedMessage(one, redactor))).join(''))
  }
  const end = renderer.end()
  if (end !== '') await write(end)
  return messages
}

const printOne = async (run: Run, id: string): Promise<ExitCode> => {
  const session = await run.client.sessions.get(cleanId(id))
  await render(run, session, async (text) => {
    const lines = text.replace(/\n$/, '').split('\n')
    run.context.output.print(...lines.map((line) => [line]))
  })
  return EXIT.ok
}

const writeOne = async (run: Run, session: SessionDetail, path: string): Promise<Written> => {
  let messages = 0
  const size = await writeNewFile(path, run, async (write) => {
    messages = await render(run, session, write)
  })
  return { session: session.id, path, messages, bytes: size }
}

type Where = { folder: string; project?: string | undefined }

const writeWanted = async (
  run: Run,
  ids: readonly string[],
  { folder, project }: Where,
): Promise<Exported> => {
  if (project === undefined) return writeAll(run, ids.map(cleanId), folder)
  const listed = await sessionsOf(run.client, { project })
  if (listed.length > 0) {
    await reportProjects(run, listed)
    return writeAll(
      run,
      listed.map(({ id }) => id),
      folder,
    )
  }
  throw new CliError({
    code: 'export.nothing',
    message: `There is no session of a project "${project}" that you may see.`,
    hint: '`lore sessions` names projects; a project is known by its name, id or remote URL.',
  })
}

/** That one file is there already says nothing about the others. */
const writeAll = async (run: Run, ids: readonly string[], folder: string): Promise<Exported> => {
  const written: Written[] = []
  const refused: Refused[] = []
  const { output } = run.context
  for (const id of ids) {
    run.signal.throwIfAborted()
    const session = await run.client.sessions.get(id)
    const name = exportFileName(redactedSession(session, run.redactor), run.format)
    try {
      written.push(await writeOne(run, session, join(folder, name)))
      output.transient?.show(() => [`${plural(written.length, 'session')} exported`])
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      refused.push({ session: session.id, error })
    }
  }
  return { written, refused }
}

const report = ({ context, format }: Run, { written, refused }: Exported): ExitCode => {
  const { output, home } = context
  if (context.isJson)
    output.json({
      format,
      files: written,
      refused: refused.map(({ session, error }) => ({ session, reason: error.message })),
    })
  else output.print(...writtenLines(written, home))
  return warnOfRefused(context, refused)
}
