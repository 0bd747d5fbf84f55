import { createHash } from 'node:crypto'
import type { ProjectIgnore, Redactor } from '@teamlore/redaction'
import { COMMIT_LIMITS, type IngestCommit, type IngestCommitFile } from '@teamlore/shared/commits'
import { fingerprintsOf } from '@teamlore/sources/delta/finish-edit'
import { bodyOfRevert, mentionsIn, trailersIn } from './commit-words.ts'
import { type CommitDiff, type FileDiff, readDiffs } from './read-diffs.ts'
import { notedSessions } from './read-notes.ts'
import { gitText, spawnGit } from './spawn-git.ts'

type Deps = {
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'matches'>
  signal?: AbortSignal | undefined
  /** What else is known to have been noted, by commit. */
  noted?: ReadonlyMap<string, IngestCommit['noted_sessions']> | undefined
}

/**
 * Every commit this clone knows of, the oldest first: of all branches, tags and remotes, and what only the reflog still names,
 * such as a branch that was deleted or rewritten.
 */
export const listCommits = async (
  cwd: string,
  {
    since,
    known = [],
    signal,
  }: {
    since?: Date | undefined
    /** Commits that were listed before, with all that they come from. Of those that are gone git says nothing. */
    known?: readonly string[] | undefined
    signal?: AbortSignal | undefined
  } = {},
): Promise<string[]> => {
  const from = since === undefined ? [] : [`--since=${since.toISOString()}`]
  const args = ['rev-list', '--ignore-missing', '--topo-order', '--reverse', ...from]
  const input = known.map((sha) => `^${sha}\n`).join('')
  const options = { signal, input }
  // Notes are kept as commits, too; nobody works on them. The second `--not` ends the first.
  const rest = ['--not', '--glob=refs/notes/*', '--not', '--stdin']
  const text = await gitText(cwd, [...args, '--reflog', '--all', 'HEAD', ...rest], options).catch(
    () =>
      // A repository without any commit has no HEAD yet.
      gitText(cwd, [...args, '--all', ...rest], options),
  )
  return text.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line))
}

const FIELDS = ['%H', '%P', '%T', '%an', '%ae', '%aI', '%cI', '%s', '%B']

type Facts = Omit<IngestCommit, 'patch_id' | 'files' | 'file_count' | 'noted_sessions'>

/** Commits that one run of each command of git is asked for. */
const PORTION = 400

/**
 * Commits as the server takes them: of their lines only fingerprints, of addresses only hashes. Git is at work on the next
 * portion while this one is made ready; what walks the whole history is asked once for all of them.
 */
export async function* readCommits(
  cwd: string,
  shas: readonly string[],
  deps: Deps,
): AsyncGenerator<IngestCommit> {
  if (shas.length === 0) return
  const { signal } = deps
  const [branches, notes] = await Promise.all([
    branchesOf(cwd, shas, signal),
    notedSessions(cwd, shas, signal),
  ])
  let ahead: Promise<Prepared> | undefined = prepare(cwd, shas.slice(0, PORTION), signal)
  try {
    for (let at = PORTION; ahead !== undefined; at += PORTION) {
      const ready: Prepared = await ahead
      ahead = at < shas.length ? prepare(cwd, shas.slice(at, at + PORTION), signal) : undefined
      // Where it fails, that is said when its turn comes.
      ahead?.catch(() => undefined)
      for await (const diff of ready.diffs) {
        const known = ready.facts.get(diff.sha)
        if (known === undefined) continue
        yield finishCommit(diff, deps, {
          ...known,
          branch: branches.get(diff.sha) ?? null,
          patch_id: ready.patches.get(diff.sha) ?? null,
          noted_sessions: notes.get(diff.sha) ?? [],
        })
      }
    }
  } finally {
    await ahead?.then(({ diffs }) => diffs.return(undefined)).catch(() => undefined)
  }
}

type Prepared = {
  facts: Map<string, Facts>
  patches: Map<string, string>
  diffs: AsyncGenerator<CommitDiff>
}

const prepare = async (
  cwd: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Prepared> => {
  const diffs = begun(readDiffs(cwd, shas, { signal }))
  const [facts, patches] = await Promise.all([
    readFacts(cwd, shas, signal),
    readPatchIds(cwd, shas, signal),
  ])
  return { facts, patches, diffs }
}

/** The same, but already on its way to the first. */
const begun = (diffs: AsyncGenerator<CommitDiff>): AsyncGenerator<CommitDiff> => {
  const first = diffs.next()
  first.catch(() => undefined)
  async function* all(): AsyncGenerator<CommitDiff> {
    try {
      const { done, value } = await first
      if (done) return
      yield value
      yield* diffs
    } finally {
      await diffs.return(undefined)
    }
  }
  return all()
}

const finishCommit = (
  { sha, files }: CommitDiff,
  { redactor, ignore, noted }: Deps,
  commit: Omit<IngestCommit, 'files' | 'file_count'>,
): IngestCommit => ({
  ...commit,
  subject: redactor.redact(commit.subject).text.slice(0, COMMIT_LIMITS.maxSubjectChars),
  // Of a revert alone, and left out where there is nothing, as servers of before know no such field.
  ...(commit.body === undefined
    ? {}
    : { body: redactor.redact(commit.body).text.slice(0, COMMIT_LIMITS.maxBodyChars) }),
  files: files
    .filter(({ path, oldPath }) => !ignore.matches(path) && !(oldPath && ignore.matches(oldPath)))
    .slice(0, COMMIT_LIMITS.maxFiles)
    .map((file) => finishFile(file, redactor)),
  file_count: files.length,
  noted_sessions: [...commit.noted_sessions, ...(noted?.get(sha) ?? [])].slice(0, 100),
})

const finishFile = (file: FileDiff, redactor: Redactor): IngestCommitFile => ({
  path: redactor.redact(file.path).text.slice(0, 4_096),
  old_path: file.oldPath && redactor.redact(file.oldPath).text.slice(0, 4_096),
  status: file.status,
  is_binary: file.isBinary,
  added_lines: file.added.length,
  removed_lines: file.removed.length,
  added: fingerprintsOf(file.added, redactor),
  removed: fingerprintsOf(file.removed, redactor),
})

/** 16 digits of the hash of an address: they say who is the same, not who it is. */
const hashOfAddress = (address: string): string | null =>
  address.trim() === ''
    ? null
    : createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 16)

const readFacts = async (
  cwd: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Facts>> => {
  const format = `--format=${FIELDS.join('%x00')}%x00`
  const args = ['log', '-z', '--no-walk=unsorted', '--stdin', '--no-color', format]
  const text = await gitText(cwd, args, { input: `${shas.join('\n')}\n`, signal })
  const parts = text.split('\0')
  const found = new Map<string, Facts>()
  // Nine fields, then the mark between two commits.
  for (let at = 0; at + 8 < parts.length; at += 10) {
    const [
      sha = '',
      parents = '',
      tree = '',
      name = '',
      email = '',
      authored = '',
      committed = '',
      subject = '',
      body = '',
    ] = parts.slice(at, at + 9)
    found.set(sha, {
      sha,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      tree,
      author_name: name.slice(0, 200),
      author_hash: hashOfAddress(email),
      authored_at: timeOf(authored),
      committed_at: timeOf(committed),
      branch: null,
      subject: subject.slice(0, COMMIT_LIMITS.maxSubjectChars),
      ...bodyOfRevert(subject, body),
      trailers: trailersIn(body),
      mentions: mentionsIn(body),
    })
  }
  return found
}

/** A clock that was wrong by centuries is no reason to lose a commit. */
const timeOf = (text: string): string => {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString()
}

/** `git patch-id --stable` over the commits: the same for the same change, wherever it stands. */
const readPatchIds = async (
  cwd: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> => {
  const diff = spawnGit(
    cwd,
    [
      'diff-tree',
      '--stdin',
      '-p',
      '--full-index',
      '--root',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      '--src-prefix=a/',
      '--dst-prefix=b/',
    ],
    { input: `${shas.join('\n')}\n`, signal },
  )
  const text = await pipeGit(cwd, ['patch-id', '--stable'], diff, signal)
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [patch = '', sha = ''] = line.split(' ')
      return /^[0-9a-f]{40,64}$/.test(patch) && sha !== '' ? [[sha, patch]] : []
    }),
  )
}

const pipeGit = async (
  cwd: string,
  args: readonly string[],
  input: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of spawnGit(cwd, args, { input, signal })) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The branch on which each commit is found first: a local one before a remote one. */
const branchesOf = async (
  cwd: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> => {
  const args = [
    'name-rev',
    '--annotate-stdin',
    '--refs=refs/heads/*',
    '--refs=refs/remotes/*',
    '--name-only',
  ]
  const input = `${shas.join('\n')}\n`
  const text = await gitText(cwd, args, { input, signal }).catch(() =>
    gitText(cwd, ['name-rev', '--stdin', ...args.slice(2)], { input, signal }).catch(() => ''),
  )
  const names = text.split('\n')
  return new Map(
    shas.flatMap((sha, index): [string, string][] => {
      const name = names[index]
        ?.replace(/[~^].*$/, '')
        .replace(/^remotes\/[^/]+\//, '')
        .replace(/^heads\//, '')
      return name === undefined || name === '' || name === 'undefined' || name === sha
        ? []
        : [[sha, name.slice(0, 500)]]
    }),
  )
}
