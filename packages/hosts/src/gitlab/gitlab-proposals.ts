import { HostError, type HostPlace } from '@teamlore/shared/code-hosts'
import type { HostProposal, HostProposals } from '@teamlore/shared/host-proposals'
import { DEVELOPER, readToken } from './account.ts'
import { isOwnWork, readAuthors } from './commit-authors.ts'
import { type Ask, allPages } from './gitlab-client.ts'
import { withoutCommands } from './notes.ts'
import { commitFile, readHead, readTopFiles, removeBranch } from './proposal-files.ts'
import {
  memberSchema,
  ownAccountSchema,
  proposalSchema,
  proposalsSchema,
} from './proposal-schemas.ts'

type InPlace = <T>(place: HostPlace, work: (ask: Ask, project: string) => Promise<T>) => Promise<T>

/** As forks may have a branch of the same name. */
const MAX_OF_BRANCH = 500

/** Of the account there, by whichever group it is a member. */
const roleIn = async (ask: Ask, project: string): Promise<number> => {
  const { id } = ownAccountSchema.parse(await ask('GET /user'))
  try {
    return memberSchema.parse(await ask(`GET /projects/${project}/members/all/${id}`)).access_level
  } catch (error) {
    if (error instanceof HostError && error.failure === 'gone') return 0
    throw error
  }
}

const lacking = async (ask: Ask, project: string): Promise<string | null> => {
  const { scopes } = await readToken(ask)
  if (!scopes.includes('api'))
    return 'The token lacks the scope api. Make one that has it, and give it under Settings → Integrations.'
  return (await roleIn(ask, project)) < DEVELOPER
    ? 'The account of the token lacks the role Developer in this project. Give it that role at GitLab.'
    : null
}

const openProposals = async (
  ask: Ask,
  project: string,
  branch: string,
): Promise<HostProposal[]> => {
  const found = await allPages(ask, `GET /projects/${project}/merge_requests`, {
    schema: proposalsSchema,
    most: MAX_OF_BRANCH,
    query: {
      state: 'opened',
      scope: 'all',
      source_branch: branch,
      order_by: 'created_at',
      sort: 'asc',
    },
  })
  return found
    .filter(({ source_project_id: from, target_project_id: into }) => from === into)
    .map(({ iid, web_url }) => ({ number: iid, url: web_url }))
}

/** GitLab has one at most that is open from a branch into another: where it refuses a second, there is the first. */
const propose = async (
  ask: Ask,
  project: string,
  { branch, into, title, body }: { branch: string; into: string; title: string; body: string },
): Promise<HostProposal> => {
  try {
    const made = await ask(`POST /projects/${project}/merge_requests`, {
      body: {
        source_branch: branch,
        target_branch: into,
        title,
        description: withoutCommands(body),
      },
    })
    const { iid, web_url } = proposalSchema.parse(made)
    return { number: iid, url: web_url }
  } catch (error) {
    if (!(error instanceof HostError) || error.failure !== 'refused') throw error
    const [there] = await openProposals(ask, project, branch)
    if (there === undefined) throw error
    return there
  }
}

const change = async (
  ask: Ask,
  project: string,
  number: number,
  { title, body, isClosed }: { title?: string; body?: string; isClosed?: true },
): Promise<void> => {
  await ask(`PUT /projects/${project}/merge_requests/${number}`, {
    body: {
      ...(title !== undefined && { title }),
      ...(body !== undefined && { description: withoutCommands(body) }),
      ...(isClosed && { state_event: 'close' }),
    },
  })
}

/** A file that is kept up to date by one merge request, by commits that GitLab makes and not by a checkout. */
export const gitlabProposals = (inPlace: InPlace): HostProposals => ({
  lackingToWrite: (place) => inPlace(place, lacking),
  topFiles: (place, names, of) => inPlace(place, (ask, at) => readTopFiles(ask, at, names, of)),
  authorsOf: (place, file) =>
    inPlace(place, (ask, at) => readAuthors(ask, at, { ...file, app: place.app })),
  branchHead: (place, branch) => inPlace(place, (ask, at) => readHead(ask, at, branch)),
  isOwnWork: (place, asked) => inPlace(place, (ask, at) => isOwnWork(ask, at, asked)),
  commitFile: (place, made) => inPlace(place, (ask, at) => commitFile(ask, at, made)),
  removeBranch: (place, branch) => inPlace(place, (ask, at) => removeBranch(ask, at, branch)),
  openProposals: (place, branch) => inPlace(place, (ask, at) => openProposals(ask, at, branch)),
  propose: (place, proposal) => inPlace(place, (ask, at) => propose(ask, at, proposal)),
  changeProposal: (place, number, set) => inPlace(place, (ask, at) => change(ask, at, number, set)),
})
