import { createHash } from 'node:crypto'
import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import {
  SHARED_CODE_LIMITS,
  type SharedFile,
  type SharedFileQuery,
} from '@teamlore/shared/shared-code'
import { blameIn } from '../blame/blame-lines.ts'
import { findProject } from '../code/get-code-graph.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { readHistory } from './read-history.ts'
import { type ReplayedLine, replayFile } from './replay-file.ts'
import { codeNotShared, fileNotShared } from './shared-code.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }
type Repositories = Pick<TeamRepositories, 'codeGraph' | 'sharedCode' | 'sharedFiles' | 'blame'>

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
      if (!(await repos.sharedCode.isShared(projectId, { held: false }))) throw codeNotShared()
      const commit = await repos.sharedFiles.tip(projectId, query.commit)
      if (commit === undefined) throw fileNotShared()
      const history = await readHistory(repos, projectId, { sha: commit.sha, path: query.path })
      if (history.isGone || history.changes.length === 0) throw fileNotShared()
      const { total, isWhole, linesFrom } = replayFile(history.changes, history)
      const shown = linesFrom(query.from - 1, SHARED_CODE_LIMITS.maxShown)
      return {
        project,
        path: query.path,
        commit,
        total,
        is_whole: isWhole,
        from: query.from,
        ...(await withBlame(repos, { projectId, path: query.path }, shown)),
      }
    })

const printOf = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : createHash('sha256').update(trimmed).digest('hex').slice(0, 16)
}

/** These lines of a file, with the commit and session of each where it is known. */
export const withBlame = async (
  { blame, sharedFiles }: Pick<Repositories, 'blame' | 'sharedFiles'>,
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
  const blamed =
    asked.length === 0
      ? { answers: [], lines: [] }
      : await blameIn(
          { blame },
          asked.map(({ line }) => line),
        )
  const places = new Map(asked.map(({ n }, at) => [n, blamed.lines[at] ?? null]))
  return {
    lines: lines.map(({ text }, n) => ({ text, answer: places.get(n) ?? null })),
    answers: blamed.answers,
  }
}
