import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import type { IngestProject, LoreClient, RegisterMachineRequest } from '@teamlore/shared'
import {
  COMMIT_LIMITS,
  type IngestCommit,
  type IngestCommitsRequest,
} from '@teamlore/shared/commits'
import { type RetryPolicy, sendWithRetries } from '../wire/retry-policy.ts'
import { formatStorable } from '../wire/storable-json.ts'
import { packBody } from '../wire/wire.ts'
import { listCommits, readCommits } from './read-commits.ts'

/** Commits that are read at one go, and characters of one request; a server takes more of both. */
const PORTION = 400
const MOST_CHARS = 6_000_000

type Deps = {
  client: { commits: Pick<LoreClient['commits'], 'ingest'> }
  machine: RegisterMachineRequest
  project: IngestProject
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'isWhole' | 'matches'>
  retryPolicy: RetryPolicy
  /** Where it is kept which commits this server has. */
  sentFile: string
  onProgress?: ((done: number, all: number) => void) | undefined
  signal?: AbortSignal | undefined
}

type Options = {
  since?: Date | undefined
  /** Says how many there are, sends nothing. */
  isDryRun?: boolean | undefined
  rewrites?: IngestCommitsRequest['rewrites'] | undefined
}

export type SentCommits = {
  found: number
  sent: number
  inserted: number
  already: number
  redactions: number
}

export const sentFileOf = (serverFolder: string, rootPath: string): string =>
  join(
    serverFolder,
    'commits',
    `${createHash('sha256').update(rootPath).digest('hex').slice(0, 32)}.sent`,
  )

/**
 * Sends the commits of a repository that this server does not have yet, the oldest first. What was sent is written down after each
 * request, so that one that is cut off goes on from there; sent twice, nothing comes twice.
 */
export const sendCommits = async (deps: Deps, options: Options = {}): Promise<SentCommits> => {
  const { project, ignore, sentFile, signal, onProgress } = deps
  const told: SentCommits = { found: 0, sent: 0, inserted: 0, already: 0, redactions: 0 }
  if (ignore.isWhole) return told
  const all = await listCommits(project.root_path, { since: options.since, signal })
  const sent = new Set((await readFile(sentFile, 'utf8').catch(() => '')).split('\n'))
  const missing = all.filter((sha) => !sent.has(sha))
  told.found = all.length
  told.already = all.length - missing.length
  if (options.isDryRun) return told
  await mkdir(dirname(sentFile), { recursive: true, mode: 0o700 })
  for (let at = 0; at < missing.length; at += PORTION) {
    for await (const commits of portionsOf(deps, missing.slice(at, at + PORTION))) {
      await send(deps, commits, [], told)
      onProgress?.(told.sent, missing.length)
    }
  }
  if (options.rewrites && options.rewrites.length > 0) await send(deps, [], options.rewrites, told)
  return told
}

const send = async (
  { client, machine, project, retryPolicy, sentFile, signal }: Deps,
  commits: readonly IngestCommit[],
  rewrites: IngestCommitsRequest['rewrites'],
  told: SentCommits,
): Promise<void> => {
  const body: IngestCommitsRequest = { machine, project, commits: [...commits], rewrites }
  const bytes = await packBody(formatStorable(body))
  const answer = await sendWithRetries(() => client.commits.ingest(bytes, 'br', { signal }), {
    retryPolicy,
    signal,
  })
  told.sent += commits.length
  told.inserted += answer.commits.inserted
  told.redactions += answer.server_redactions
  await appendFile(sentFile, commits.map(({ sha }) => `${sha}\n`).join(''), { mode: 0o600 })
}

/** As many commits as one request takes; a huge one goes alone, with as many of its files as there is room for. */
async function* portionsOf(
  { project, redactor, ignore, signal }: Deps,
  shas: readonly string[],
): AsyncGenerator<IngestCommit[]> {
  let portion: IngestCommit[] = []
  let chars = 0
  for await (const read of readCommits(project.root_path, shas, { redactor, ignore, signal })) {
    const commit = withinRoom(read)
    const size = sizeOf(commit)
    if (
      portion.length > 0 &&
      (chars + size > MOST_CHARS || portion.length === COMMIT_LIMITS.maxCommits)
    ) {
      yield portion
      portion = []
      chars = 0
    }
    portion.push(commit)
    chars += size
  }
  if (portion.length > 0) yield portion
}

const sizeOf = ({ files, subject }: IngestCommit): number =>
  files.reduce(
    (sum, { path, added, removed }) =>
      sum + path.length + 19 * (added.length + removed.length) + 150,
    subject.length + 500,
  )

/** Of a commit with more lines than a request holds, the smallest files keep theirs. */
const withinRoom = (commit: IngestCommit): IngestCommit => {
  if (sizeOf(commit) <= MOST_CHARS) return commit
  let room =
    MOST_CHARS -
    sizeOf({ ...commit, files: commit.files.map((file) => ({ ...file, added: [], removed: [] })) })
  const lines = ({ added, removed }: IngestCommit['files'][number]) =>
    19 * (added.length + removed.length)
  const kept = new Set<string>()
  for (const file of commit.files.toSorted((a, b) => lines(a) - lines(b))) {
    room -= lines(file)
    if (room > 0) kept.add(file.path)
  }
  return {
    ...commit,
    files: commit.files.map((file) =>
      kept.has(file.path) ? file : { ...file, added: [], removed: [] },
    ),
  }
}
