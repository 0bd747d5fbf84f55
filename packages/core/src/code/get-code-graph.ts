import type { NamedProject, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type {
  CodeFile,
  CodeFileQuery,
  CodeFolder,
  CodeFolderQuery,
  CodeGraph,
  CodeGraphQuery,
} from '@teamlore/shared/code'
import { sayMeant, sayTaken } from '@teamlore/shared/nearest-path'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { findMeantFolders, findMeantPath } from '../projects/find-meant-path.ts'
import { projectFilter } from '../projects/project-identity.ts'
import {
  codeFileNotFound,
  codeFolderNotFound,
  graphNotFound,
  projectNotFound,
} from './code.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** @throws DomainError `code.project_not_found`. */
export const findProject = async (
  { codeGraph }: Pick<TeamRepositories, 'codeGraph'>,
  named: string,
): Promise<NamedProject> => {
  const filter = projectFilter(named)
  const project = filter && (await codeGraph.project(filter))
  if (project === undefined) throw projectNotFound()
  return project
}

/** @throws DomainError `code.project_not_found`, `code.graph_not_found`. */
export const makeGetCodeGraph =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, query: CodeGraphQuery): Promise<CodeGraph> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, query.project)
      const graph = await repos.codeGraph.overview(project.id)
      if (graph === undefined) throw graphNotFound()
      return { project, ...graph }
    })

/** The file of a path, or the only one whose path ends so. @throws DomainError `code.file_not_found`. */
const findFile = async (
  repos: Pick<TeamRepositories, 'codeGraph' | 'why'>,
  { id }: NamedProject,
  typed: string,
) => {
  const file = await repos.codeGraph.file(id, typed)
  if (file !== undefined) return { file, note: null }
  const { only, alike } = await findMeantPath(repos, typed, [id])
  const other = only === null ? undefined : await repos.codeGraph.file(id, only)
  if (other !== undefined) return { file: other, note: sayTaken(typed, other.path) }
  throw codeFileNotFound(alike.length === 0 ? {} : { message: sayMeant(typed, alike) })
}

/** @throws DomainError `code.project_not_found`, `code.graph_not_found`, `code.file_not_found`. */
export const makeGetCodeFile =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { project: named, path }: CodeFileQuery): Promise<CodeFile> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, named)
      const graph = await repos.codeGraph.overview(project.id)
      if (graph === undefined) throw graphNotFound()
      const { file, note } = await findFile(repos, project, path)
      const { imports, importedBy, counts } = await repos.codeGraph.edges(project.id, file.path)
      return {
        project,
        ...file,
        note,
        commit: graph.commit,
        imports,
        imported_by: importedBy,
        left_out: {
          imports: counts[0] - imports.length,
          imported_by: counts[1] - importedBy.length,
        },
      }
    })

/** Longer ago, work says little of who knows a place. */
const DAYS = 180
const MAX_ITEMS = 500

/** What lies in a folder, with what is known of it. @throws DomainError `code.project_not_found`, `code.folder_not_found`. */
export const makeGetCodeFolder =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { project: named, path = '' }: CodeFolderQuery): Promise<CodeFolder> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await findProject(repos, named)
      const asked = { path, days: DAYS, limit: MAX_ITEMS }
      const { items, total } = await repos.codeGraph.folder(project.id, asked)
      if (items.length === 0 && path !== '') {
        const alike = await findMeantFolders(repos, path, [project.id])
        throw codeFolderNotFound(alike.length === 0 ? {} : { message: sayMeant(path, alike) })
      }
      return { project, path, days: DAYS, items, left_out: total - items.length }
    })
