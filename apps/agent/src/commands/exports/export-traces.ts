import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { LoreClient, SessionDetail } from '@teamlore/shared'
import { BLAME_LIMITS, type Blamed } from '@teamlore/shared/blame'
import { type CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { writeNewFile } from '../../export/new-file.ts'
import {
  type AgentTrace,
  modelIdOf,
  TRACE_VERSION,
  type TraceConversation,
  traceIdOf,
} from '../../git/agent-trace.ts'
import { gitText } from '../../git/spawn-git.ts'
import { type AddedLine, addedLines } from '../../git/trace-lines.ts'
import { plural, tilde } from '../../output/format.ts'
import { openConnection } from '../../platform/connection.ts'
import { readProjectIgnore } from '../../privacy/project-ignore.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { noRepository } from '../commits/backfill.command.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { reportExport } from '../shared/report-export.ts'

type Options = {
  project?: string | undefined
  out?: string | undefined
  force?: boolean | undefined
}

/** `lore export --format agent-trace`: who wrote the lines of commits, one record of Agent Trace 0.1 for each. */
export const runExportTraces = async (
  context: CommandContext,
  refs: readonly string[],
  { project: named, out, force }: Options,
): Promise<ExitCode> => {
  if (named !== undefined)
    throw usageError(
      '--project does not go with --format agent-trace.',
      'Commits of this folder are exported: HEAD, or those you name.',
    )
  const project = await createProjectResolver()(context.cwd())
  if (project === null) throw noRepository()
  const root = project.root_path
  const shas = await commitsNamed(root, refs.length === 0 ? ['HEAD'] : refs)
  const ignore = await readProjectIgnore(root)
  const { client, server } = await openConnection(context)
  await reportExport(client, { what: 'agent_traces', counts: { commits: shas.length } })
  const asking = { client, server, sessionOf: sessionsBy(client) }
  const traces: AgentTrace[] = []
  for await (const { sha, lines } of addedLines(root, shas, (path) => ignore.matches(path))) {
    const trace = await traceOf(asking, { sha, lines, at: context.now() })
    if (trace !== undefined) traces.push(trace)
  }
  return write(context, traces, { out, isForced: force === true })
}

const commitsNamed = async (root: string, refs: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const ref of refs) {
    if (ref.startsWith('-')) throw noCommit(ref)
    const args = ref.includes('..')
      ? ['rev-list', '--reverse', '--no-merges', '--end-of-options', ref, '--']
      : ['rev-list', '--no-walk', '--end-of-options', ref, '--']
    const text = await gitText(root, args).catch(() => {
      throw noCommit(ref)
    })
    found.push(...text.split('\n').filter((line) => line !== ''))
  }
  return [...new Set(found)]
}

const noCommit = (ref: string): CliError =>
  usageError(
    `git knows no commit ${ref} here.`,
    'With --format agent-trace give commits or ranges, such as HEAD or main..topic; without any it is HEAD.',
  )

type Asking = {
  client: LoreClient
  server: string
  sessionOf: (id: string) => Promise<SessionDetail | undefined>
}

/** Each session is asked for once; one that is gone meanwhile is named by its id alone. */
const sessionsBy = (client: LoreClient): Asking['sessionOf'] => {
  const known = new Map<string, Promise<SessionDetail | undefined>>()
  return (id) => {
    const asked = known.get(id) ?? client.sessions.get(id).catch(() => undefined)
    known.set(id, asked)
    return asked
  }
}

const blamesOf = async (
  { client }: Asking,
  sha: string,
  lines: readonly AddedLine[],
): Promise<Map<AddedLine, Blamed>> => {
  const found = new Map<AddedLine, Blamed>()
  const asked = lines.filter(({ print }) => print !== null)
  for (let at = 0; at < asked.length; at += BLAME_LIMITS.maxLines) {
    const portion = asked.slice(at, at + BLAME_LIMITS.maxLines)
    const answer = await client.blame({
      lines: portion.map(({ path, print }) => ({ path, sha, print })),
    })
    portion.forEach((line, n) => {
      const blamed = answer.answers[answer.lines[n] ?? -1]
      if (blamed !== undefined) found.set(line, blamed)
    })
  }
  return found
}

type Stretch = { path: string; blamed: Blamed; lines: AddedLine[] }

const isSame = (a: Blamed, b: Blamed): boolean =>
  a.origin === b.origin && a.session?.id === b.session?.id

/** Lines that follow each other and have the same origin; a blank one goes with those before it. */
const stretchesOf = (
  lines: readonly AddedLine[],
  blames: ReadonlyMap<AddedLine, Blamed>,
): Stretch[] => {
  const found: Stretch[] = []
  for (const line of lines) {
    const last = found.at(-1)
    const blamed = blames.get(line)
    const follows = last?.path === line.path && last.lines.at(-1)?.line === line.line - 1
    if (last && follows && (blamed === undefined || isSame(last.blamed, blamed)))
      last.lines.push(line)
    else if (blamed !== undefined) found.push({ path: line.path, blamed, lines: [line] })
  }
  return found
}

const CONTRIBUTORS = { session: 'ai', person: 'human', unknown: 'unknown' } as const

const conversationOf = async (
  { server, sessionOf }: Asking,
  stretches: readonly Stretch[],
): Promise<TraceConversation> => {
  const [first] = stretches
  const { origin = 'unknown', session = null } = first?.blamed ?? {}
  const model = session === null ? undefined : (await sessionOf(session.id))?.models.at(-1)
  const url = session === null ? undefined : `${server}/sessions/${session.id}`
  return {
    ...(url === undefined ? {} : { url }),
    contributor: {
      type: CONTRIBUTORS[origin],
      ...(model === undefined ? {} : { model_id: modelIdOf(model) }),
    },
    ranges: stretches.map(({ lines }) => ({
      start_line: lines[0]?.line ?? 1,
      end_line: lines.at(-1)?.line ?? 1,
      content_hash: hashOf(lines),
    })),
    ...(url === undefined ? {} : { related: [{ type: 'session', url }] }),
  }
}

const hashOf = (lines: readonly AddedLine[]): string =>
  `sha256:${createHash('sha256')
    .update(lines.map(({ text }) => text).join('\n'))
    .digest('hex')
    .slice(0, 16)}`

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups.values()]
}

const traceOf = async (
  asking: Asking,
  { sha, lines, at }: { sha: string; lines: readonly AddedLine[]; at: Date },
): Promise<AgentTrace | undefined> => {
  const stretches = stretchesOf(lines, await blamesOf(asking, sha, lines))
  if (stretches.length === 0) return undefined
  const files = []
  for (const ofFile of groupBy(stretches, ({ path }) => path)) {
    const conversations = []
    for (const one of groupBy(ofFile, ({ blamed }) => blamed.session?.id ?? blamed.origin))
      conversations.push(await conversationOf(asking, one))
    files.push({ path: ofFile[0]?.path ?? '', conversations })
  }
  return {
    version: TRACE_VERSION,
    id: traceIdOf(sha, asking.server),
    timestamp: at.toISOString(),
    vcs: { type: 'git', revision: sha },
    tool: { name: 'teamlore' },
    files,
    metadata: { 'dev.teamlore': { sessions: await sessionsIn(asking, stretches) } },
  }
}

/** By the ids of their tools too, by which another server knows them. */
const sessionsIn = async ({ sessionOf }: Asking, stretches: readonly Stretch[]) => {
  const surest = new Map<string, number>()
  for (const { blamed } of stretches)
    if (blamed.session !== null)
      surest.set(blamed.session.id, Math.max(blamed.confidence, surest.get(blamed.session.id) ?? 0))
  return Promise.all(
    [...surest].map(async ([id, confidence]) => {
      const session = await sessionOf(id)
      return { id, native_id: session?.native_id ?? null, tool: session?.tool ?? null, confidence }
    }),
  )
}

const write = async (
  { output, isJson, home }: CommandContext,
  traces: readonly AgentTrace[],
  { out, isForced }: { out: string | undefined; isForced: boolean },
): Promise<ExitCode> => {
  if (out === undefined) {
    if (isJson) output.json({ traces })
    else output.print(...traces.map((trace) => [JSON.stringify(trace)]))
    return EXIT.ok
  }
  const path = resolve(out)
  await writeNewFile(path, { isForced }, async (put) => {
    for (const trace of traces) await put(`${JSON.stringify(trace)}\n`)
  })
  if (isJson) output.json({ path, records: traces.length })
  else output.print([`${tilde(path, home)}  ${plural(traces.length, 'record')} of Agent Trace`])
  return EXIT.ok
}
