import type { FileStatus } from '@teamlore/shared/commits'
import { spawnGit } from './spawn-git.ts'

/** Index, from 0, in the older file, and first line in the newer one, from 1; the function it is in, as git names it. */
type Place = { at: number; removed: number; from: number; added: number; within: string }

export type FileDiff = {
  path: string
  oldPath: string | null
  status: FileStatus
  isBinary: boolean
  added: string[]
  removed: string[]
  /** Where in the newer file each stretch of added lines begins, and how many they are. */
  stretches: { from: number; lines: number }[]
  /** Each place that changed, and how many lines there became how many. */
  places: Place[]
}

const NEWLINE = 10
/** A longer line is no code that anybody wrote. */
const LONGEST_LINE = 10_000

/** Lines of a stream of bytes; what is longer than any line of code is cut. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      rest.push(chunk.subarray(from, end))
      yield textOf(rest)
      rest = []
      from = end + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield textOf(rest)
}

const textOf = (parts: Buffer[]): string => {
  const [only] = parts
  const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
  return whole.toString('utf8', 0, Math.min(whole.length, LONGEST_LINE))
}

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.{0,200})/

/** A name as git writes it: in quotes with escapes where it holds what could be misread. */
const unquoted = (name: string): string => {
  const trimmed = name.replace(/\t$/, '')
  if (!trimmed.startsWith('"') || !trimmed.endsWith('"')) return trimmed
  const bytes: number[] = []
  const inner = Buffer.from(trimmed.slice(1, -1))
  const NAMED: Record<string, number> = { n: 10, t: 9, r: 13, b: 8, f: 12, v: 11, a: 7 }
  for (let i = 0; i < inner.length; i++) {
    const byte = inner[i] ?? 0
    if (byte !== 92) {
      bytes.push(byte)
      continue
    }
    const next = String.fromCharCode(inner[++i] ?? 92)
    const octal = /^[0-7]{3}/.exec(inner.toString('latin1', i, i + 3))?.[0]
    if (octal === undefined) bytes.push(NAMED[next] ?? next.charCodeAt(0))
    else {
      bytes.push(Number.parseInt(octal, 8))
      i += 2
    }
  }
  return Buffer.from(bytes).toString('utf8')
}

const withoutSide = (name: string): string => unquoted(name).replace(/^[ab]\//, '')

/** Both names of `diff --git a/x b/x` are the same where nothing else names them. */
const nameOf = (line: string): string => {
  const names = line.slice('diff --git '.length)
  if (names.startsWith('"')) return withoutSide(names.slice(0, names.indexOf('" ') + 1))
  return withoutSide(names.slice(0, (names.length - 1) / 2))
}

const newDiff = (path: string): FileDiff => ({
  path,
  oldPath: null,
  status: 'modified',
  isBinary: false,
  added: [],
  removed: [],
  stretches: [],
  places: [],
})

/** What stands between `diff --git` and the first hunk. */
const readHeader = (diff: FileDiff, line: string): void => {
  if (line.startsWith('new file mode')) diff.status = 'added'
  else if (line.startsWith('deleted file mode')) diff.status = 'deleted'
  else if (line.startsWith('rename from ')) diff.oldPath = unquoted(line.slice(12))
  else if (line.startsWith('rename to ')) {
    diff.status = 'renamed'
    diff.path = unquoted(line.slice(10))
  } else if (line.startsWith('copy from ')) diff.oldPath = unquoted(line.slice(10))
  else if (line.startsWith('copy to ')) {
    diff.status = 'copied'
    diff.path = unquoted(line.slice(8))
  } else if (line.startsWith('Binary files ')) diff.isBinary = true
  else if (line.startsWith('+++ ') && line !== '+++ /dev/null')
    diff.path = withoutSide(line.slice(4))
  else if (line.startsWith('--- ') && diff.status === 'deleted')
    diff.path = withoutSide(line.slice(4))
}

/**
 * Diffs of commits, in their order. Lines of a hunk are counted as its head says, so nothing in a file can be taken for a
 * head. A merge has none, as its changes are in the merged commits, unless `parents` names the parent to compare it with.
 * `parse-diff` is not used: it needs the whole text at once, leaves names with quotes or umlauts as git escapes them, and
 * reports neither binary files nor copies.
 */
export async function* readDiffs(
  cwd: string,
  shas: readonly string[],
  {
    signal,
    parents,
  }: { signal?: AbortSignal | undefined; parents?: ReadonlyMap<string, string> } = {},
): AsyncGenerator<CommitDiff> {
  const args = ['diff-tree', '--stdin', '-r', '--root', '-M', '-U0', '-p', '--always']
  const plain = [
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--full-index',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--ignore-submodules=none',
  ]
  const reader = createReader()
  const input = shas.map((sha) => `${`${sha} ${parents?.get(sha) ?? ''}`.trim()}\n`).join('')
  for await (const line of linesOf(spawnGit(cwd, [...args, ...plain], { input, signal }))) {
    const done = reader.read(line)
    if (done !== undefined) yield done
  }
  const last = reader.end()
  if (last !== undefined) yield last
}

const placeOf = (head: string): Place => {
  const [, before = '0', removed = '1', from = '1', added = '1', within = ''] =
    HUNK.exec(head) ?? []
  // Where nothing was removed git names the line before.
  const at = Number(before) - (Number(removed) > 0 ? 1 : 0)
  return { at, removed: Number(removed), from: Number(from), added: Number(added), within }
}

export type CommitDiff = { sha: string; files: FileDiff[] }

const createReader = () => {
  let current: CommitDiff | undefined
  let diff: FileDiff | undefined
  let left = { added: 0, removed: 0 }

  /** Whether it is a line of a file, of which the head of the hunk said how many there are. */
  const isOfHunk = (line: string): boolean => {
    const side = line.startsWith('-') ? 'removed' : line.startsWith('+') ? 'added' : undefined
    if (side === undefined || diff === undefined || left[side] === 0) return false
    diff[side].push(line.slice(1))
    left[side]--
    return true
  }

  return {
    /** The commit before, when another begins. */
    read: (line: string): CommitDiff | undefined => {
      if (isOfHunk(line)) return undefined
      if (COMMIT.test(line)) {
        const done = current
        current = { sha: line, files: [] }
        diff = undefined
        return done
      }
      if (line.startsWith('diff --git ')) {
        diff = newDiff(nameOf(line))
        current?.files.push(diff)
      } else if (line.startsWith('@@ ')) {
        const place = placeOf(line)
        left = { removed: place.removed, added: place.added }
        diff?.places.push(place)
        if (place.added > 0) diff?.stretches.push({ from: place.from, lines: place.added })
      } else if (diff !== undefined) readHeader(diff, line)
      return undefined
    },
    end: () => current,
  }
}
