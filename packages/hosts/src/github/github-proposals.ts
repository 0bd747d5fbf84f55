import type { HostPlace } from '@teamlore/shared/code-hosts'
import type { HostProposals } from '@teamlore/shared/host-proposals'
import type { AppClients, Ask } from './app-client.ts'
import { hostErrorOf } from './host-errors.ts'
import { commitFile, readHead, readTopFiles, removeBranch } from './proposal-files.ts'
import { grantedSchema } from './proposal-schemas.ts'
import { changeProposal, isOwnWork, openProposals, propose, readAuthors } from './proposals.ts'

type InPlace = <T>(
  place: HostPlace,
  work: (ask: Ask, repository: string) => Promise<T>,
) => Promise<T>

/** What writing a file by a pull request takes. */
const NEEDED: readonly string[] = ['contents', 'pull_requests']

/** What the app may do where it is installed, as its owner has accepted it. */
const lacking = async (
  { asApp }: AppClients,
  { app, installationId }: HostPlace,
): Promise<string | null> => {
  try {
    const { data } = await asApp(app)('GET /app/installations/{installation_id}', {
      installation_id: Number(installationId),
    })
    const { permissions } = grantedSchema.parse(data)
    const names = NEEDED.filter((name) => permissions[name] !== 'write').map(
      (name) => `${name}: write`,
    )
    return names.length === 0
      ? null
      : `The app lacks ${names.join(' and ')}. Set that in the settings of the app at GitHub, and accept it where the app is installed.`
  } catch (error) {
    throw hostErrorOf(error, app.apiUrl)
  }
}

/** A file that is kept up to date by one pull request, by the data of git and not by a checkout. */
export const githubProposals = (clients: AppClients, inPlace: InPlace): HostProposals => ({
  lackingToWrite: (place) => lacking(clients, place),
  topFiles: (place, names, of) => inPlace(place, (ask, at) => readTopFiles(ask, at, names, of)),
  authorsOf: (place, file) => inPlace(place, (ask, at) => readAuthors(ask, at, file)),
  branchHead: (place, branch) => inPlace(place, (ask, at) => readHead(ask, at, branch)),
  isOwnWork: (place, asked) => inPlace(place, (ask, at) => isOwnWork(ask, at, asked)),
  commitFile: (place, change) => inPlace(place, (ask, at) => commitFile(ask, at, change)),
  removeBranch: (place, branch) => inPlace(place, (ask, at) => removeBranch(ask, at, branch)),
  openProposals: (place, branch) => inPlace(place, (ask, at) => openProposals(ask, at, branch)),
  propose: (place, proposal) => inPlace(place, (ask, at) => propose(ask, at, proposal)),
  changeProposal: (place, number, set) =>
    inPlace(place, (ask, at) => changeProposal(ask, at, number, set)),
})
