/** What the engine of the bot shows on pull requests, while a team's knowledge grows beside them. */
import { createHash } from 'node:crypto'
import { grantTeamScope, makeIngest, makeRemember } from '@teamlore/core'
import { makeWeighChange } from '@teamlore/core/why'
import type { ChangedFile, ChangeItem } from '@teamlore/shared/change-report'
import type { HostChanges } from '@teamlore/shared/code-hosts'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { makeWhatToSay } from '../../packages/core/src/integrations/what-to-say.ts'
import { buildRequest, buildSession } from '../../packages/core/src/testing/ingest-builders.ts'
import { hunksOfPatch } from '../../packages/hosts/src/github/hunks-of-patch.ts'
import { wordsOfPatch } from '../../packages/hosts/src/github/words-of-patch.ts'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import type { KnownMemory, LabelledPull, PullsRepository } from './pulls-set.ts'

export type ShownMemory = { memory: string; by: ChangeItem['bears_by'] }
export type AnsweredPull = { repository: PullsRepository; pull: LabelledPull; shown: ShownMemory[] }

const urlOf = (repository: string): string => `https://git.test/acme/${repository}`
const shaOf = (text: string): string => createHash('sha1').update(text).digest('hex')

/** As the host sends them. */
const changesOf = ({ id, title, files }: LabelledPull): HostChanges => ({
  files: files.map(
    ({ path, old_path, status, patch }): ChangedFile => ({
      path,
      ...(old_path !== undefined && { old_path }),
      status: status === 'removed' ? 'deleted' : status,
      hunks: patch === '' ? [] : hunksOfPatch(patch),
      words: wordsOfPatch(patch),
    }),
  ),
  commits: [{ sha: shaOf(id), subject: title, reverts: [] }],
})

type Place = { world: BenchWorld; team: BenchTeam }

const personOf = ({ teamId, userIds: [userId] }: BenchTeam) => {
  if (userId === undefined) throw new Error('A team needs somebody in it.')
  const actor = { kind: 'user', via: 'api_key' } as const
  return grantTeamScope({ teamId, userId, role: 'member', actor }, 'member')
}

/** A person writes down what was known, at the time; whose place it takes is said where the history says so. */
const remember = async (
  { world, team }: Place,
  {
    memory,
    repository,
    ids,
  }: { memory: KnownMemory; repository: string; ids: Map<string, string> },
): Promise<void> => {
  const { id, at, kind, statement, reason, anchors, replaces } = memory
  const write = makeRemember({ unitOfWork: world.unitOfWork, now: () => new Date(at) })
  const supersedes = replaces === undefined ? undefined : ids.get(replaces)
  const request = { kind, statement, reason, anchors, supersedes, project: urlOf(repository) }
  const written = await write(personOf(team), rememberRequestSchema.parse(request))
  if (written.status !== 'active') throw new Error(`${id} is ${written.status}.`)
  ids.set(id, written.id)
}

const sayingOf = ({ world: { unitOfWork }, team: { teamId } }: Place, repository: string) => {
  const weighChange = makeWeighChange({ unitOfWork })
  return async (pull: LabelledPull): Promise<ChangeItem[]> => {
    const host = { changes: async () => changesOf(pull) }
    const said = await makeWhatToSay({ unitOfWork, host, weighChange })({
      integration: { teamId, showsNames: false },
      of: { integrationId: 'int_bench' as never, repositoryId: '1', required: [] },
      place: {
        app: { apiUrl: '', appId: '', privateKey: '' },
        installationId: '1',
        fullName: repository,
      },
      number: 1,
      pullRequest: {
        state: 'open',
        title: pull.title,
        body: '',
        head: shaOf(pull.id),
        mergeCommit: null,
        authorId: '1',
        url: '',
        isOwnProposal: true,
        visibility: 'private',
        repositoryUrl: urlOf(repository),
      },
    })
    return said?.report.items ?? []
  }
}

/** Asks about the pull requests of a repository one after the other, the oldest first, each with what was known before it. */
export const replayPulls = async (
  place: Place,
  repository: PullsRepository,
): Promise<AnsweredPull[]> => {
  const { name, memories, pulls } = repository
  const project = { remote_url: urlOf(name), root_commit: null, root_path: `/home/bench/${name}` }
  await makeIngest(place.world)(
    personOf(place.team),
    buildRequest(buildSession({ native_id: name, project })),
  )
  const ids = new Map<string, string>()
  const say = sayingOf(place, name)
  const answered: AnsweredPull[] = []
  const waiting = [...memories]
  for (const pull of pulls) {
    while (waiting[0] !== undefined && waiting[0].at < pull.at) {
      const [memory] = waiting.splice(0, 1)
      if (memory !== undefined) await remember(place, { memory, repository: name, ids })
    }
    const nameOf = (id: string): string =>
      [...ids].find(([, known]) => known === id)?.[0] ?? `unknown ${id}`
    const items = await say(pull)
    answered.push({
      repository,
      pull,
      shown: items.map(({ id, bears_by }) => ({ memory: nameOf(id), by: bears_by })),
    })
  }
  return answered
}
