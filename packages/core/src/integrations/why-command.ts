import type { AnchoredMemory, UnitOfWork } from '@teamlore/db'
import type { ChangedFile } from '@teamlore/shared/change-report'
import type { CodeHost } from '@teamlore/shared/code-hosts'
import { findProject } from '../code/get-code-graph.ts'
import { grantEverybodyScope } from '../identity/teams/team-scope.ts'
import type { AskedCommand } from './asked-command.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; host: Pick<CodeHost, 'changes'> }

const MAX_SHOWN = 5

/** Where a line of the changed file was before the change, which anchors count by. Of a line that is new: where it came in. */
export const lineBefore = (hunks: ChangedFile['hunks'], line: number): number => {
  let moved = 0
  for (const { old_from, old_lines, new_from, new_lines } of hunks ?? []) {
    const begins = new_lines === 0 ? new_from + 1 : new_from
    if (line < begins) break
    if (line < begins + new_lines) return Math.max(1, old_from)
    moved += old_lines - new_lines
  }
  return Math.max(1, line + moved)
}

const isAbout = ({ anchors }: AnchoredMemory, path: string, line: number): boolean =>
  anchors.some(
    ({ path: at, start_line, end_line }) =>
      at === path && start_line !== null && start_line <= line && line <= (end_line ?? start_line),
  )

/** What is about the line comes first; what is about other lines of the file stays out where there is anything about it. */
const ofLine = (memories: AnchoredMemory[], path: string, line: number): AnchoredMemory[] => {
  const about = memories.filter((memory) => isAbout(memory, path, line))
  return about.length > 0 ? about : memories
}

/** What everybody who reads the repository may read of files, or of the line that the comment stands beside, whoever asks. */
export const aboutFiles = async (
  { unitOfWork, host }: Deps,
  { place, held, project, integration, comment }: AskedCommand,
  path: string | null,
): Promise<AnchoredMemory[]> => {
  const { on } = comment
  const needsFiles = path === null && (on === null || on.isAfter)
  const files = needsFiles ? (await host.changes(place, held.number)).files : []
  const changed = on === null ? undefined : files.find((file) => file.path === on.path)
  const beside = changed?.old_path ?? on?.path
  const scope = grantEverybodyScope(integration.teamId, project.id)
  const asked =
    path !== null ? [path] : beside !== undefined ? [beside] : files.map((file) => file.path)
  const memories = await unitOfWork.inTeam(scope, async (repos) => {
    const { id } = await findProject(repos, project.id)
    return repos.why.anchoredTo(id, asked, { forEverybody: true })
  })
  if (path !== null || on === null || beside === undefined || on.line === null)
    return memories.slice(0, MAX_SHOWN)
  const line = on.isAfter ? lineBefore(changed?.hunks ?? null, on.line) : on.line
  return ofLine(memories, beside, line).slice(0, MAX_SHOWN)
}
