import type { ProposalNote, ProposalRow, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { HostPlace } from '@teamlore/shared/code-hosts'
import type { HostFiles, HostProposals } from '@teamlore/shared/host-proposals'
import { importFile } from '../agents-md/import-file.ts'
import { DomainError } from '../errors.ts'
import { grantEverybodyScope, type TeamScope } from '../identity/teams/team-scope.ts'
import { hashOf } from './agents-md-changes.ts'
import type { ProposalPlace } from './agents-md-place.ts'
import { memberOfHost } from './member-of-host.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  host: Pick<HostProposals, 'authorsOf'>
  now: () => Date
}

type Read = {
  row: ProposalRow
  at: ProposalPlace
  place: HostPlace
  files: HostFiles
  said: string[]
}

/** What is to be written down of it; `note`: what a person has to see to. */
export type Imported = { noted: ProposalNote; note: string | null }

/** The member who edited the file since it was read last; undefined where that is nobody of the team, or several. */
const editedBy = async (deps: Deps, { row, at, place, files }: Read) => {
  const authors = await deps.host.authorsOf(place, {
    path: row.path,
    upTo: files.commit,
    after: row.readCommit,
  })
  // Commits of programs, such as the merge of our own, are nobody's words. Somebody whom the host does not know is somebody all the same.
  const people = new Set(
    authors.flatMap(({ authorId, isOfProgram }) => (isOfProgram ? [] : [authorId])),
  )
  const [only] = people
  return {
    editor:
      people.size === 1 && only != null
        ? await memberOfHost(deps, at.integration, only)
        : undefined,
    commit: authors[0]?.commit ?? row.readCommit,
  }
}

/** Whether the section has edits by hand is decided by the import itself; a file without one has none. */
const importAs = (deps: Deps, read: Read, editor: TeamScope<'member'> | undefined) => {
  const { row, at, files, said } = read
  const { teamId } = at.integration
  const scope = editor ?? grantEverybodyScope(teamId, at.project.id)
  return deps.unitOfWork.inTeam(scope, (repos) =>
    importFile(
      repos,
      { id: row.projectId, text: files.texts[row.path] ?? '', said },
      {
        teamId,
        by: editor?.userId ?? null,
        at: deps.now(),
        ids: newId,
        isOfService: false,
        hidesPrivate: false,
      },
    ),
  )
}

/**
 * Edits by hand in the file of the default branch → drafts, by the import that people use, once for each version of the file. In the
 * name of who edited it, where that is a member who may read the project.
 */
export const importAgentsMd = async (deps: Deps, read: Read): Promise<Imported> => {
  const { row, files } = read
  const text = files.texts[row.path] ?? ''
  const hash = hashOf(text)
  if (hash === row.read) return { noted: {}, note: null }
  if (!text.includes('<!-- teamlore:')) return { noted: { read: hash }, note: null }
  try {
    const { editor, commit } = await editedBy(deps, read)
    const { left } = await importAs(deps, read, editor).catch((error: unknown) => {
      if (editor === undefined || !isClosed(error)) throw error
      return importAs(deps, read, undefined)
    })
    // What one import had no room for comes with the next look.
    return { noted: left > 0 ? {} : { read: hash, readCommit: commit }, note: null }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'project.not_found') throw error
    return { noted: {}, note: error.message }
  }
}

const isClosed = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'project.not_found'
