import type { HeldPullRequest, StoredIntegration, UnitOfWork } from '@teamlore/db'
import type { ChangeReport } from '@teamlore/shared/change-report'
import type { CodeHost, HostPlace } from '@teamlore/shared/code-hosts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { Said } from './what-to-say.ts'
import type { Asking, Wording } from './wording.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  host: Pick<CodeHost, 'putCheck' | 'showsChecks'>
  wording: Wording
}

type Work = { scope: SystemScope; held: HeldPullRequest; integration: StoredIntegration }

const askingOf = async (
  { unitOfWork }: Pick<Deps, 'unitOfWork'>,
  { scope, held }: Work,
): Promise<Asking> => ({
  required: held.required,
  acknowledged: await unitOfWork.inTeam(scope, ({ acknowledgements }) =>
    acknowledgements.of(held.id),
  ),
})

/** Where the check is no more than a line, the comment shows all that is asked for. */
export const toShow = async (
  deps: Deps,
  work: Work,
  said: Said | undefined,
): Promise<{ report: ChangeReport | undefined; asks: Asking | undefined }> =>
  deps.host.showsChecks || work.held.required.length === 0
    ? { report: said?.report, asks: undefined }
    : { report: said?.checked, asks: await askingOf(deps, work) }

type Checking = {
  place: HostPlace
  head: string
  said: Said | undefined
  numbers: ReadonlyMap<string, number>
}

/** The check of the last commit, as things are now. */
export const putCheck = async (
  { unitOfWork, host, wording }: Deps,
  work: Work,
  { place, head, said, numbers }: Checking,
): Promise<void> => {
  const { scope, held, integration } = work
  const known = held.checkCommit === head ? held.checkId : null
  const isQuiet = said === undefined || said.report.items.length === 0
  // A commit of which nothing is said gets no check, unless it had one, or the host waits for it.
  if (isQuiet && known === null && held.required.length === 0) return
  const { required, acknowledged } = await askingOf({ unitOfWork }, work)
  // A check is made once for each commit and stays: it names nobody, whoever reads the repository later.
  const check = isQuiet
    ? wording.quietCheck
    : wording.checkOf(said.checked, {
        pages: integration.pagesUrl,
        isPublic: true,
        numbers,
        required,
        acknowledged,
      })
  const id = await host.putCheck(
    place,
    { ...check, commit: head, externalId: held.id, detailsUrl: integration.pagesUrl },
    known,
  )
  await unitOfWork.inTeam(scope, ({ pullRequests }) => pullRequests.noteCheck(held.id, id, head))
}
