import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import {
  AGENTS_MD_LIMITS,
  type AgentsMdEdit,
  type AgentsMdMerged,
} from '@teamlore/shared/agents-md'
import { conflictLines } from '@teamlore/shared/conflict-lines'
import { noteExport } from '../identity/teams/note-export.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { areManyDeleted } from '../platform/many-deleted.ts'
import { conflictMarksAt, type ManyDeleted, sectionTooLong } from './agents-md.errors.ts'
import { readEdits } from './edits.ts'
import { type Merged, mergeFile } from './merge.ts'
import { projectToRead } from './project-to-write.ts'
import { type Entry, type Part, partsOf, proseOf } from './section.ts'
import { type Chosen, chooseEntries } from './section-of-project.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }
export type FileOfProject = { id: string; text: string; said: readonly string[] }

export type Comparison = {
  project: { id: ProjectId; name: string; isPrivate: boolean }
  chosen: Chosen
  merged: Merged
  edits: AgentsMdEdit[]
  /** Where so many entries were taken out that this has to be allowed: how many, and of how many. */
  manyDeleted: ManyDeleted | null
}

/** A file beside what the team knows now, and beside the export that its section names. */
export const compareFile = async (
  repos: TeamRepositories,
  { id, text, said }: FileOfProject,
): Promise<Comparison> => {
  const project = await projectToRead(repos, id)
  const conflicts = conflictLines(text)
  if (conflicts.length > 0) throw conflictMarksAt(conflicts)
  const parts = partsOf(text)
  refuseTooLong(parts)
  const chosen = await chooseEntries(repos, project.id, [...said, proseOf(parts)])
  const base = await baseOf(repos, project.id, parts)
  const merged = mergeFile({ parts, base, theirs: chosen.entries })
  const edits = await readEdits(repos, project.id, merged.edits, base)
  return { project, chosen, merged, edits, manyDeleted: manyOf(edits, base?.length ?? 0) }
}

const manyOf = (edits: readonly AgentsMdEdit[], before: number): ManyDeleted | null => {
  const deleted = edits.filter(({ type, state }) => type === 'deleted' && state === 'new').length
  return areManyDeleted(deleted, before) ? { deleted, before } : null
}

const refuseTooLong = (parts: readonly Part[]): void => {
  const lines = parts.reduce((sum, { kind, raw }) => sum + (kind === 'section' ? raw.length : 0), 0)
  if (lines > AGENTS_MD_LIMITS.maxSectionLines) throw sectionTooLong()
}

/** The entries that the first section was written with; undefined where this server did not write it, or not lately. */
const baseOf = async (
  { agentsMd }: Pick<TeamRepositories, 'agentsMd'>,
  projectId: ProjectId,
  parts: readonly Part[],
): Promise<Entry[] | undefined> => {
  const hash = parts.flatMap((part) => (part.kind === 'section' ? (part.export ?? []) : []))[0]
  if (hash === undefined) return undefined
  const lines = await agentsMd.exported(projectId, hash)
  if (lines.length === 0) return undefined
  return lines.map(({ memory_id: id, kind, text }) => ({ id, kind, text }))
}

const answerOf = (
  { project, chosen, merged, edits, manyDeleted }: Comparison,
  file: string,
): AgentsMdMerged => ({
  project,
  text: merged.text,
  is_current: merged.text === file,
  entries: chosen.entries.length,
  tokens: chosen.tokens,
  edits,
  many_deleted: manyDeleted !== null,
  left_out: chosen.leftOut,
  collapsed: merged.collapsed,
})

export const makeCheckAgentsMd =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, file: FileOfProject): Promise<AgentsMdMerged> =>
    unitOfWork.inTeam(scope, async (repos) => answerOf(await compareFile(repos, file), file.text))

/** The same, and notes what is exported: later files are compared with it, and nothing that says it again is news. */
export const makeExportAgentsMd =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope<'member'>, file: FileOfProject): Promise<AgentsMdMerged> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const merged = await exportFile(repos, file, now())
      await noteExport(repos, scope, {
        action: 'agents_md.exported',
        subject: merged.project.id,
        details: { entries: merged.entries },
      })
      return merged
    })

/** What is exported, within a transaction, for whoever it is open to. That it leaves is written down by who sends it out. */
export const exportFile = async (
  repos: TeamRepositories,
  file: FileOfProject,
  at: Date,
): Promise<AgentsMdMerged> => {
  const compared = await compareFile(repos, file)
  const lines = compared.chosen.entries.map(({ id, kind, text }) => ({
    memory_id: id as Parameters<typeof repos.agentsMd.addExport>[2][number]['memory_id'],
    kind,
    text,
  }))
  await repos.agentsMd.addExport(compared.project.id, compared.merged.export, lines, at)
  return answerOf(compared, file.text)
}
