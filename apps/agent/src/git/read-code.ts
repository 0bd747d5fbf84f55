import {
  isNeverCaptured,
  type ProjectIgnore,
  type Redactor,
  redactLines,
} from '@teamlore/redaction'
import { streamPortions } from '@teamlore/shared/portions'
import {
  SHARED_CODE_LIMITS,
  type SharedCommit,
  type SharedHunk,
} from '@teamlore/shared/shared-code'
import { type FileDiff, readDiffs } from './read-diffs.ts'
import { gitText } from './spawn-git.ts'
import { asOne, withinBytes } from './within-bytes.ts'

type Deps = {
  redactor: Redactor
  ignore: Pick<ProjectIgnore, 'matches'>
  signal?: AbortSignal | undefined
}

type SharedFile = SharedCommit['files'][number]

const { maxLines, maxLineChars, maxHunks, maxFiles, maxCommits, partBytes } = SHARED_CODE_LIMITS

/**
 * What commits added, as differences from their first parents, so many as one request takes: without secrets, without files that are
 * kept back, and without the text of what is too large. Where lines are left out, their number is sent.
 */
export async function* readCode(
  root: string,
  shas: readonly string[],
  deps: Deps,
): AsyncGenerator<SharedCommit[]> {
  for await (const portion of streamPortions(codeOf(root, shas, deps), PORTION))
    yield portion.map(({ commit }) => commit)
}

type Sized = { commit: SharedCommit; bytes: number }
const PORTION = { items: maxCommits, size: partBytes, sizeOf: ({ bytes }: Sized) => bytes }

async function* codeOf(root: string, shas: readonly string[], deps: Deps): AsyncGenerator<Sized> {
  const { signal } = deps
  const parents = await firstParents(root, shas, signal)
  for await (const { sha, files } of readDiffs(root, shas, { signal, parents })) {
    const shared = files.filter(
      ({ path, oldPath }) => !isKeptBack(deps, path) && !(oldPath && isKeptBack(deps, oldPath)),
    )
    yield withinBytes({
      sha,
      files: shared.slice(0, maxFiles).map((file) => sharedFile(file, deps.redactor)),
      is_cut: shared.length > maxFiles,
    })
  }
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
  const shared = {
    path: redactor.redact(file.path).text.slice(0, 4_096),
    old_path: file.oldPath && redactor.redact(file.oldPath).text.slice(0, 4_096),
    status: file.status,
  }
  if (file.places.length > maxHunks) return { ...shared, hunks: asOne(file.places) }
  const isTooLong = file.added.length > maxLines
  let from = 0
  const hunks = file.places.map(({ at, removed, added }): SharedHunk => {
    const lines = file.added.slice(from, from + added)
    from += added
    return { at, removed, added, lines: isTooLong ? null : sharedLines(lines, redactor) }
  })
  return { ...shared, hunks }
}

/** Cut only without their secrets: half of one would not be known as such. */
const sharedLines = (lines: readonly string[], redactor: Redactor): string[] | null => {
  const clean = redactLines(lines, redactor).lines
  return clean?.map((line) => line.slice(0, maxLineChars)) ?? null
}
