import {
  isNeverCaptured,
  type ProjectIgnore,
  type Redactor,
  redactLines,
} from '@teamlore/redaction'
import {
  SHARED_CODE_LIMITS,
  type SharedCommit,
  type SharedHunk,
} from '@teamlore/shared/shared-code'
import { type FileDiff, readDiffs } from './read-diffs.ts'
import { gitText } from './spawn-git.ts'

type Deps = {
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'matches'>
  signal?: AbortSignal | undefined
}

type SharedFile = SharedCommit['files'][number]

const { maxLines, maxLineChars, maxHunks, maxFiles, maxCommits, partChars, commitChars } =
  SHARED_CODE_LIMITS

/**
 * What commits added, as differences from their first parents, so many as one request takes: without secrets, without files that are
 * kept back, and without the text of what is too large. Where nothing is told of lines, it is said how many they are.
 */
export async function* readCode(
  root: string,
  shas: readonly string[],
  deps: Deps,
): AsyncGenerator<SharedCommit[]> {
  const { signal } = deps
  const parents = await firstParents(root, shas, signal)
  let portion: SharedCommit[] = []
  let chars = 0
  for await (const { sha, files } of readDiffs(root, shas, { signal, parents })) {
    const commit = withinRoom({
      sha,
      files: files
        .filter(
          ({ path, oldPath }) => !isKeptBack(deps, path) && !(oldPath && isKeptBack(deps, oldPath)),
        )
        .slice(0, maxFiles)
        .map((file) => sharedFile(file, deps.redactor)),
    })
    const size = charsOf(commit)
    if (portion.length > 0 && (portion.length === maxCommits || chars + size > partChars)) {
      yield portion
      portion = []
      chars = 0
    }
    portion.push(commit)
    chars += size
  }
  if (portion.length > 0) yield portion
}

const isKeptBack = ({ ignore }: Deps, path: string): boolean =>
  ignore.matches(path) || isNeverCaptured(path)

const firstParents = async (
  root: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> => {
  const args = ['log', '--no-walk=unsorted', '--stdin', '--no-color', '--format=%H %P']
  const text = await gitText(root, args, { input: `${shas.join('\n')}\n`, signal })
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [sha = '', first] = line.split(' ')
      return first ? [[sha, first]] : []
    }),
  )
}

const sharedFile = (file: FileDiff, redactor: Redactor): SharedFile => {
  const told = {
    path: redactor.redact(file.path).text.slice(0, 4_096),
    old_path: file.oldPath && redactor.redact(file.oldPath).text.slice(0, 4_096),
    status: file.status,
  }
  if (file.places.length > maxHunks) return { ...told, hunks: [asOne(file.places)] }
  const isTooLong = file.added.length > maxLines
  let from = 0
  const hunks = file.places.map(({ at, removed, added }): SharedHunk => {
    const lines = file.added.slice(from, from + added)
    from += added
    return { at, removed, added, lines: isTooLong ? null : sharedLines(lines, redactor) }
  })
  return { ...told, hunks }
}

/** Cut only without their secrets: half of one would not be known as such. */
const sharedLines = (lines: readonly string[], redactor: Redactor): string[] | null => {
  const clean = redactLines(lines, redactor).lines
  return clean?.map((line) => line.slice(0, maxLineChars)) ?? null
}

/** All places as one, of which nothing but its size is told: from the first line to the last that changed. */
const asOne = (places: FileDiff['places']): SharedHunk => {
  const removed = places.reduce((end, one) => Math.max(end, one.at + one.removed), 0)
  const more = places.reduce((sum, one) => sum + one.added - one.removed, 0)
  return { at: 0, removed, added: removed + more, lines: null }
}

const charsOfFile = ({ path, hunks }: SharedFile): number =>
  hunks.reduce(
    (sum, { lines }) => sum + 60 + (lines ?? []).reduce((n, line) => n + line.length + 3, 0),
    path.length + 100,
  )
const charsOf = ({ files }: SharedCommit): number =>
  files.reduce((sum, file) => sum + charsOfFile(file), 100)

/** Of a commit that is larger than a request may be, the smallest files keep their text. */
const withinRoom = (commit: SharedCommit): SharedCommit => {
  if (charsOf(commit) <= commitChars) return commit
  let room = commitChars
  const kept = new Set<SharedFile>()
  for (const file of commit.files.toSorted((a, b) => charsOfFile(a) - charsOfFile(b))) {
    room -= charsOfFile(file)
    if (room > 0) kept.add(file)
  }
  return {
    ...commit,
    files: commit.files.map((file) =>
      kept.has(file)
        ? file
        : { ...file, hunks: [...file.hunks.map((hunk) => ({ ...hunk, lines: null }))] },
    ),
  }
}
