import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { IngestCommit } from '@teamlore/shared/commits'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import {
  type AgentTrace,
  isOfRevision,
  parseTraces,
  sessionsOfTrace,
  TRACE_FILE,
} from '../../git/agent-trace.ts'
import { gitText } from '../../git/spawn-git.ts'
import { addedLines, numbersByFile } from '../../git/trace-lines.ts'
import { count, plural } from '../../output/format.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { noRepository, sendCommits } from '../commits/backfill.command.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { onePath } from '../shared/existing-path.ts'
import type { ImportCommandOptions } from './import.command.ts'

const LARGEST_FILE = 256_000_000

type Noted = IngestCommit['noted_sessions']

/** What became of the records of a file. */
type Figures = {
  records: number
  /** No JSON, or nothing that Agent Trace 0.1 knows. */
  unreadable: number
  /** They name no commit of git, or no session. */
  without_commit: number
  without_session: number
  /** Commits that are not in this clone, or that did not add the lines which are named. */
  unknown_commit: number
  other_lines: number
  commits: number
}

/** `lore import --from agent-trace`: sessions that traces name become evidence for the links of their commits. */
export const runImportTraces = async (
  context: CommandContext,
  options: ImportCommandOptions,
): Promise<ExitCode> => {
  ensureFits(options)
  const project = await createProjectResolver()(context.cwd())
  if (project === null) throw noRepository()
  const root = project.root_path
  const { traces, unreadable } = parseTraces(await readTraces(context, root, onePath(options.path)))
  const figures: Figures = {
    records: traces.length + unreadable,
    unreadable,
    without_commit: 0,
    without_session: 0,
    unknown_commit: 0,
    other_lines: 0,
    commits: 0,
  }
  const noted = await notedBy(root, traces, figures)
  figures.commits = noted.size
  const sent =
    options.dryRun || noted.size === 0 ? undefined : await sendCommits(context, { noted })
  if (context.isJson)
    context.output.json({ ...figures, refused: sent?.refused ?? null, waits: sent?.waits ?? null })
  else show(context, figures, { isDryRun: options.dryRun === true, waits: sent?.waits ?? null })
  if (sent?.refused) context.warn(sent.refused)
  return sent?.refused ? EXIT.failed : EXIT.ok
}

const ensureFits = ({ tool, since, all }: ImportCommandOptions): void => {
  if (tool !== undefined || since !== undefined || all === true)
    throw usageError(
      '--tool, --since and --all do not go with --from agent-trace.',
      'All records of the file are read; what is known already changes nothing.',
    )
}

const readTraces = async (
  context: CommandContext,
  root: string,
  path: string | undefined,
): Promise<string> => {
  const file = path === undefined ? join(root, TRACE_FILE) : resolve(context.cwd(), path)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || !found.isFile())
    throw usageError(
      `There is no file ${file}.`,
      `Traces are read from ${TRACE_FILE} of the repository, or from --path FILE.`,
    )
  if (found.size > LARGEST_FILE)
    throw new CliError({
      code: 'import.too_large',
      message: `${file} is larger than ${count(LARGEST_FILE / 1_000_000)} MB.`,
      hint: 'Split it at the ends of lines and import the parts.',
    })
  return readFile(file, 'utf8')
}

const REVISION = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

const byCommit = (traces: readonly AgentTrace[], figures: Figures): Map<string, AgentTrace[]> => {
  const bySha = new Map<string, AgentTrace[]>()
  for (const trace of traces) {
    const { type, revision = '' } = trace.vcs ?? {}
    if (type !== 'git' || !REVISION.test(revision)) figures.without_commit++
    else if (sessionsOfTrace(trace).length === 0) figures.without_session++
    else bySha.set(revision, [...(bySha.get(revision) ?? []), trace])
  }
  return bySha
}

/** Which sessions are noted with which commits; what says nothing is counted instead. */
const notedBy = async (
  root: string,
  traces: readonly AgentTrace[],
  figures: Figures,
): Promise<Map<string, Noted>> => {
  const bySha = byCommit(traces, figures)
  const known = await commitsHere(root, [...bySha.keys()])
  const noted = new Map<string, Noted>()
  for (const [sha, found] of bySha) if (!known.has(sha)) figures.unknown_commit += found.length
  for await (const { sha, lines } of addedLines(root, [...known], () => false)) {
    const added = numbersByFile(lines)
    const found = bySha.get(sha) ?? []
    const fitting = found.filter((trace) => isOfRevision(trace, added))
    figures.other_lines += found.length - fitting.length
    const sessions = new Map(
      fitting.flatMap(sessionsOfTrace).map((one) => [one.native_id, one] as const),
    )
    if (sessions.size > 0) noted.set(sha, [...sessions.values()].slice(0, 100))
  }
  return noted
}

const commitsHere = async (root: string, shas: readonly string[]): Promise<Set<string>> => {
  if (shas.length === 0) return new Set()
  const input = shas.map((sha) => `${sha}^{commit}\n`).join('')
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)']
  const lines = (await gitText(root, args, { input })).split('\n')
  return new Set(
    lines.flatMap((line) => (line.endsWith(' commit') ? [line.split(' ')[0] ?? ''] : [])),
  )
}

const show = (
  { output }: CommandContext,
  figures: Figures,
  { isDryRun, waits }: { isDryRun: boolean; waits: string | null },
): void => {
  const verb = isDryRun ? 'would be noted' : 'are noted'
  const say = (n: number, what: string) => (n === 0 ? [] : [[`${count(n)} ${what}`]])
  output.print(
    [
      `Of ${plural(figures.records, 'record')}, sessions of ${plural(figures.commits, 'commit')} ${verb}.`,
    ],
    ...say(figures.unreadable, 'could not be read as Agent Trace 0.1.'),
    ...say(figures.without_commit, 'name no commit of git.'),
    ...say(figures.without_session, 'name no session of an agent.'),
    ...say(figures.unknown_commit, 'name a commit that this clone does not have.'),
    ...say(
      figures.other_lines,
      'name lines which their commit did not add, as traces that were written before the commit do.',
    ),
    ...(waits === null ? [] : [[`They wait on this machine: ${waits}`]]),
  )
}
