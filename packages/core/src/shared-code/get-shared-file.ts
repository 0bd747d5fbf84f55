import { createHash } from 'node:crypto'
import type { CodeChange, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import {
  SHARED_CODE_LIMITS,
  type SharedFile,
  type SharedFileQuery,
} from '@teamlore/shared/shared-code'
import { blameIn } from '../blame/blame-lines.ts'
import { findProject } from '../code/get-code-graph.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { type ReplayedLine, replayFile } from './replay-file.ts'
import { codeNotShared, fileNotShared } from './shared-code.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'codeGraph' | 'sharedCode' | 'sharedFiles' | 'blame'>

/** Names that a file had before. */
const MOST_NAMES = 20

/**
 * A file of a project that shares its code, as far as its lines were shared, with who wrote each.
 *
 * @throws DomainError `code.project_not_found`, `shared_code.not_found`, `shared_code.file_not_found`.
 */
export const makeGetSharedFile =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, query: SharedFileQuery): Promise<SharedFile> =>
    unitOfWork.inTeam(scope, async (repos: Repositories) => {
      const project = await findProject(repos, query.project)
      const projectId = project.id as ProjectId
      if (!(await repos.sharedCode.isShared(projectId))) throw codeNotShared()
      const commit = await repos.sharedFiles.tip(projectId, query.commit)
      if (commit === undefined) throw fileNotShared()
      const history = await historyOf(repos, projectId, { sha: commit.sha, path: query.path })
      const { lines, isWhole } = replayFile(history.changes, history)
      const isGone = history.changes[0]?.status === 'deleted'
      if (isGone || !history.changes.some(({ status }) => status !== null)) throw fileNotShared()
      const shown = lines.slice(query.from - 1, query.from - 1 + SHARED_CODE_LIMITS.maxShown)
      return {
        ...{ project, path: query.path, commit, total: lines.length, is_whole: isWhole },
        from: query.from,
        ...(await withBlame(repos, { projectId, path: query.path }, shown)),
      }
    })

type History = { changes: CodeChange[]; isFromStart: boolean }

/** What happened to a file, the newest first, under all of its names; as far back as nothing in between is unknown. */
const historyOf = async (
  { sharedFiles }: Repositories,
  projectId: ProjectId,
  { sha, path }: { sha: string; path: string },
): Promise<History> => {
  const changes: CodeChange[] = []
  let asked = { sha, path, from: 0 }
  for (let names = 0; names < MOST_NAMES; names++) {
    const { changes: found, reaches_first } = await sharedFiles.changes(projectId, asked)
    const end = found.findIndex(({ status }) => status === null || STARTS.has(status))
    const last = found[end]
    changes.push(
      ...(last?.status === null ? found.slice(0, end) : found.slice(0, end + 1 || undefined)),
    )
    if (last === undefined) return { changes, isFromStart: reaches_first }
    if (last.status !== 'renamed' || last.old_path === null)
      return { changes, isFromStart: last.status !== null }
    asked = { sha, path: last.old_path, from: last.depth + 1 }
  }
  return { changes, isFromStart: false }
}

/** What a file had before these is nothing of it, or stands under another name. */
const STARTS: ReadonlySet<string> = new Set(['added', 'deleted', 'renamed'])

const printOf = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : createHash('sha256').update(trimmed).digest('hex').slice(0, 16)
}

const withBlame = async (
  { blame, sharedFiles }: Repositories,
  { projectId, path }: { projectId: ProjectId; path: string },
  lines: readonly ReplayedLine[],
): Promise<Pick<SharedFile, 'lines' | 'answers'>> => {
  const prints = lines.map(({ text }) => printOf(text))
  const merged = new Set(
    lines.flatMap(({ isOfMerge }, n) => (isOfMerge && prints[n] != null ? [prints[n]] : [])),
  )
  const adders = new Map(
    (await sharedFiles.adders(projectId, path, [...merged])).map(({ print, sha }) => [print, sha]),
  )
  const asked = lines.flatMap(({ sha, isOfMerge }, n) => {
    const print = prints[n] ?? null
    const adder = isOfMerge ? (adders.get(print ?? '') ?? sha) : sha
    return adder === null ? [] : [{ n, line: { path, sha: adder, print } }]
  })
  const told =
    asked.length === 0
      ? { answers: [], lines: [] }
      : await blameIn(
          { blame },
          asked.map(({ line }) => line),
        )
  const places = new Map(asked.map(({ n }, at) => [n, told.lines[at] ?? null]))
  return {
    lines: lines.map(({ text }, n) => ({ text, answer: places.get(n) ?? null })),
    answers: told.answers,
  }
}
