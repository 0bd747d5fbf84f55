import { randomUUID } from 'node:crypto'
import type { ProposalNote, ProposalRow, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import { AGENTS_MD_LIMITS } from '@teamlore/shared/agents-md'
import { type CodeHost, HostError, type HostPlace } from '@teamlore/shared/code-hosts'
import type { HostFiles, HostProposals } from '@teamlore/shared/host-proposals'
import type { IntegrationKind } from '@teamlore/shared/integrations'
import { exportFile } from '../agents-md/merge-file.ts'
import { DomainError } from '../errors.ts'
import type { SecretBox } from '../identity/sign-in/secret-box.ts'
import { noteExport } from '../identity/teams/note-export.ts'
import { grantEverybodyScope, type SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type ProposalWording, putOneProposal, withdraw } from './agents-md-branch.ts'
import { changesOf, hashOf, sectionHashOf } from './agents-md-changes.ts'
import { type ProposalPlace, placeOfProject } from './agents-md-place.ts'
import { importAgentsMd } from './import-agents-md.ts'
import { projectNotHosted, projectTooOpen } from './integrations.errors.ts'
import { appForWork } from './keys.ts'

type ProposingHost = HostProposals & Pick<CodeHost, 'pullRequest'>

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  hosts: Record<IntegrationKind, ProposingHost>
  secretBox: SecretBox | undefined
  wording: ProposalWording
  now?: Clock
}

/** Longer than all that is asked of a host for one file. */
const HOLD_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
const SOON_MS = 5 * 60_000

const README = ['README.md', 'readme.md', 'Readme.md']

type Work = {
  deps: Omit<Deps, 'hosts'> & { host: ProposingHost; now: Clock }
  row: ProposalRow
  at: ProposalPlace
  place: HostPlace
  note: (noted: ProposalNote) => Promise<void>
}

/** How it ended: what people are to see to, and when it is looked at again. */
type Outcome = { note: string | null; nextAt?: Date }

/** What became of the pull request since it was looked at last. One that a person closed is not made again before it says something else. */
const refreshState = async ({ deps, row, place, note }: Work): Promise<ProposalRow> => {
  if (row.state !== 'open' || row.number === null) return row
  const state = await deps.host.pullRequest(place, row.number).then(
    (read) => read.state,
    (error: unknown) => {
      if (error instanceof HostError && error.failure === 'gone') return 'closed' as const
      throw error
    },
  )
  if (state === 'open') return row
  const noted = {
    state,
    openingSince: null,
    declined: state === 'closed' ? row.section : null,
    writtenAt: state === 'closed' ? row.writtenAt : null,
  }
  await note(noted)
  return { ...row, ...noted }
}

const refusalOf = ({ row: { path }, at }: Work, files: HostFiles): string | undefined => {
  if (at.project.isRestricted && files.visibility !== 'private') return projectTooOpen().message
  if (files.others.includes(path))
    return `${path} is a link or no text, so it is left alone. Choose the other file, or make it a file.`
  return (files.texts[path]?.length ?? 0) > AGENTS_MD_LIMITS.maxChars
    ? `${path} is longer than 400,000 characters, so it is left alone.`
    : undefined
}

const saidIn = ({ texts }: HostFiles): string[] =>
  README.flatMap((name) => texts[name]?.slice(0, AGENTS_MD_LIMITS.maxSaidChars) ?? [])

/** Names where it is now: of another repository, what was known of the one before says nothing. */
const settleOn = async (work: Work): Promise<Work> => {
  const { row, at, note } = work
  const { id: integrationId } = at.integration
  const { repositoryId } = at.repository
  if (row.integrationId === integrationId && row.repositoryId === repositoryId) return work
  const fresh = {
    integrationId,
    repositoryId,
    number: null,
    url: null,
    state: 'none' as const,
    openingSince: null,
    head: null,
    content: null,
    section: null,
    declined: null,
    read: null,
    readCommit: null,
    writtenAt: null,
  }
  await note(fresh)
  return { ...work, row: { ...row, ...fresh } }
}

const proposeNow = async (work: Work, files: HostFiles, said: string[]): Promise<Outcome> => {
  const { deps, at, place, note } = work
  const { now } = deps
  const row = await refreshState(work)
  const text = files.texts[row.path] ?? ''
  const merged = await deps.unitOfWork.inTeam(
    grantEverybodyScope(at.integration.teamId, at.project.id),
    (repos) => exportFile(repos, { id: row.projectId, text, said }, now()),
  )
  const app = at.integration.appSlug ?? ''
  const proposing = { host: deps.host, now, row, place, app, files, note }
  if (merged.is_current) return { note: await withdraw(proposing) }
  if (row.declined === sectionHashOf(merged.text)) return { note: null }
  const isThere = row.state === 'open' && row.openingSince === null
  const isSame = isThere && row.content === hashOf(merged.text)
  const nextWrite = (row.writtenAt?.getTime() ?? 0) + HOUR_MS
  if (!isSame && row.openingSince === null && now().getTime() < nextWrite)
    return { note: null, nextAt: new Date(nextWrite) }
  const wording = deps.wording({
    path: row.path,
    changes: changesOf(text, merged.text),
    isNew: text === '',
  })
  return { note: await putOneProposal(proposing, { text: merged.text, wording }) }
}

const look = async (start: Work): Promise<Outcome> => {
  const work = await settleOn(start)
  const { deps, row, at, place } = work
  const files = await deps.host.topFiles(place, [row.path, ...README])
  const refusal = refusalOf(work, files)
  if (refusal !== undefined) return { note: refusal }
  const said = saidIn(files)
  const imported = await importAgentsMd(deps, { row, at, place, files, said })
  await work.note(imported.noted)
  const { note, ...proposed } = await proposeNow(work, files, said)
  return { ...proposed, note: imported.note ?? note }
}

/** What the host did not do, in words, and when it is asked again. */
const failed = async ({ deps, place }: Work, error: HostError): Promise<Outcome> => {
  const at = deps.now().getTime()
  const isLater = error.failure === 'limited' || error.failure === 'unavailable'
  if (isLater) return { note: error.message, nextAt: error.retryAt ?? new Date(at + SOON_MS) }
  if (error.failure !== 'forbidden') return { note: error.message }
  const lacking = await deps.host.lackingToWrite(place).catch(() => null)
  return { note: lacking ?? error.message }
}

const outcomeOf = async (work: Work): Promise<Outcome> => {
  try {
    return await look(work)
  } catch (error) {
    if (error instanceof HostError) return failed(work, error)
    // A project that the team as a whole does not know: nothing of it may be said.
    if (error instanceof DomainError) return { note: error.message }
    throw error
  }
}

/** Another one took it, as this one was away for too long. */
const lost = () => new Error('Somebody else works on this pull request by now.')

const workOf = (
  deps: Deps & { now: Clock },
  scope: SystemScope,
  { row, at, holder }: { row: ProposalRow; at: ProposalPlace; holder: string },
): Work => {
  const { installationId, fullName } = at.repository
  return {
    deps: { ...deps, host: deps.hosts[at.integration.kind] },
    row,
    at,
    place: { app: appForWork(deps.secretBox, at.integration), installationId, fullName },
    note: async (noted) => {
      if (Object.keys(noted).length === 0) return
      const isHeld = await deps.unitOfWork.inTeam(scope, async (repos) => {
        const held = await repos.agentsMdPullRequests.note(row.projectId, holder, noted)
        // There is a content from when it is on the branch: with that it has left the team.
        if (held && typeof noted.content === 'string')
          await noteExport(repos, scope, {
            action: 'agents_md.exported',
            subject: row.projectId,
            details: { pull_request: true },
          })
        return held
      })
      if (!isHeld) throw lost()
    },
  }
}

/**
 * Project → its one pull request for AGENTS.md, as the team's memories and the file of the default branch are now; before that, edits by
 * hand in that file become drafts. It may run twice, be killed at any step, and come late.
 */
export const makeProposeAgentsMd =
  (given: Deps) =>
  async (scope: SystemScope, { projectId }: { projectId: ProjectId }): Promise<void> => {
    const deps = { ...given, now: given.now ?? systemClock }
    const { unitOfWork, now } = deps
    const holder = randomUUID()
    const since = now()
    const held = await unitOfWork.inTeam(scope, async (repos) => {
      const until = new Date(since.getTime() + HOLD_MS)
      const row = await repos.agentsMdPullRequests.hold(projectId, holder, { now: since, until })
      return row && { row, at: await placeOfProject(repos, projectId, row) }
    })
    if (held === undefined) return
    const giveBack = ({ note, nextAt }: Outcome): Promise<void> =>
      unitOfWork.inTeam(scope, ({ agentsMdPullRequests }) => {
        const at = now()
        return agentsMdPullRequests.giveBack(projectId, holder, {
          since,
          at,
          note,
          nextAt: nextAt ?? new Date(at.getTime() + HOUR_MS),
        })
      })
    const { row, at } = held
    if (at === undefined) return giveBack({ note: projectNotHosted().message })
    try {
      await giveBack(await outcomeOf(workOf(deps, scope, { row, at, holder })))
    } catch (error) {
      if (error instanceof HostError) return giveBack({ note: error.message })
      const note = 'This server failed; the log of its worker says why.'
      await giveBack({ note, nextAt: new Date(now().getTime() + SOON_MS) })
      throw error
    }
  }

export type ProposeAgentsMd = ReturnType<typeof makeProposeAgentsMd>
