import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { PROJECT_FILE, SCHEMA_FILE, type SourceFile } from '@teamlore/lorebook'
import { environmentForGit } from '../env.ts'
import { CliError } from '../errors/cli-error.ts'
import { HARDENED, type RunGit, runGit } from '../project/run-git.ts'
import { isBookPath } from './read-book-files.ts'

/** A commit of the repository in which a book lies, as the server keeps it. */
export type GitVersion = { commit: string; committed_at: string; tags: string[] }

const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u
const MAX_OUTPUT = 1024 ** 3

/** What git prints, whole; undefined where it fails. For outputs beyond a few lines. */
const gitBytes = (cwd: string, args: readonly string[], input = ''): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const child = spawn('git', [...HARDENED, ...args], {
      cwd,
      env: environmentForGit() as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_OUTPUT) child.kill()
      else chunks.push(chunk)
    })
    child.on('error', () => resolve(undefined))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : undefined))
    // A git that ends early closes the pipe; its exit code says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })

/** The commit that a tag, a commit or a date means. @throws where it means none */
export const commitAt = async (root: string, at: string, git: RunGit = runGit): Promise<string> => {
  const found = DATE.test(at)
    ? await git(root, ['rev-list', '-1', `--before=${endOf(at)}`, 'HEAD'])
    : await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${at}^{commit}`])
  if (found !== null && /^[0-9a-f]{40,64}$/u.test(found)) return found
  throw new CliError({
    code: 'cli.version_missing',
    message: `The repository of this book has no "${at}".`,
    hint: 'Name a tag, a commit or a date such as 2026-03-01.',
  })
}

/** The last moment of a day, month or year. */
const endOf = (date: string): string => {
  const [year = '', month, day] = date.split('-')
  if (day !== undefined) return `${date}T23:59:59Z`
  const next =
    month === undefined ? Date.UTC(Number(year) + 1, 0) : Date.UTC(Number(year), Number(month))
  return new Date(next - 1000).toISOString()
}

type Blob = { path: string; id: string }

/** Files at a commit, as paths beneath the folder of the book. Links are left alone. */
const blobsAt = async (root: string, commit: string): Promise<Blob[]> => {
  const listed = await gitBytes(root, ['ls-tree', '-r', '-z', commit])
  return (listed?.toString('utf8') ?? '').split('\0').flatMap((line): Blob[] => {
    const [, id, path] = /^100\d+ blob ([0-9a-f]+)\t([\s\S]*)$/u.exec(line) ?? []
    return id === undefined || path === undefined ? [] : [{ id, path }]
  })
}

const NEWLINE = 10

/** Contents of blobs in the order asked: `<id> blob <size>`, a line end, the content, a line end. */
const contentsOf = async (root: string, blobs: readonly Blob[]): Promise<Buffer[]> => {
  const out = await gitBytes(
    root,
    ['cat-file', '--batch'],
    blobs.map(({ id }) => `${id}\n`).join(''),
  )
  const contents: Buffer[] = []
  for (let at = 0; out !== undefined && contents.length < blobs.length; ) {
    const end = out.indexOf(NEWLINE, at)
    const size = Number(out.subarray(at, end).toString('latin1').split(' ')[2])
    if (end === -1 || !Number.isSafeInteger(size)) break
    contents.push(out.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return contents
}

export type BookAtCommit = { project?: string; schema?: string; files: SourceFile[] }

/** A book as its repository had it: the same files as a checkout of that commit would have. */
export const readBookAt = async (root: string, commit: string): Promise<BookAtCommit> => {
  const blobs = (await blobsAt(root, commit)).filter(
    ({ path }) => path === PROJECT_FILE || path === SCHEMA_FILE || isBookPath(path),
  )
  const contents = await contentsOf(root, blobs)
  const texts = new Map(blobs.map(({ path }, at) => [path, contents[at] ?? Buffer.alloc(0)]))
  const [project, schema] = [PROJECT_FILE, SCHEMA_FILE].map((name) =>
    texts.get(name)?.toString('utf8'),
  )
  return {
    ...(project !== undefined && { project }),
    ...(schema !== undefined && { schema }),
    files: [...texts]
      .filter(([path]) => isBookPath(path))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, bytes]) => ({
        path,
        hash: createHash('sha256').update(bytes).digest('hex'),
        text: bytes.toString('utf8'),
      })),
  }
}

const FORMAT = '%H%x00%cI'

const versionOf = async (
  root: string,
  commit: string,
  git: RunGit,
): Promise<GitVersion | undefined> => {
  const [id, committed_at] =
    (await git(root, ['log', '-1', `--format=${FORMAT}`, commit]))?.split('\0') ?? []
  const tags = (await git(root, ['tag', '--points-at', commit]))?.split('\n') ?? []
  if (id === undefined || committed_at === undefined) return undefined
  return { commit: id, committed_at, tags: tags.filter((tag) => tag !== '').slice(0, 100) }
}

/** The commit that is checked out, where the files of the book are as it has them. */
export const checkedOutVersion = async (
  root: string,
  git: RunGit = runGit,
): Promise<GitVersion | undefined> => {
  if ((await git(root, ['status', '--porcelain', '--', '.'])) !== '') return undefined
  return versionOf(root, 'HEAD', git)
}

/** Commits with a tag, newest first. */
export const taggedVersions = async (root: string, git: RunGit = runGit): Promise<GitVersion[]> => {
  const listed = await git(root, ['for-each-ref', '--format=%(refname)', 'refs/tags'])
  const versions = new Map<string, GitVersion>()
  for (const ref of (listed ?? '').split('\n').filter((one) => one !== '')) {
    const commit = await git(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
    const version = commit && !versions.has(commit) ? await versionOf(root, commit, git) : undefined
    if (version) versions.set(version.commit, version)
  }
  return [...versions.values()].sort((a, b) => (a.committed_at < b.committed_at ? 1 : -1))
}
