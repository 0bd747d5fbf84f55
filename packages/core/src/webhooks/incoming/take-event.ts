import type { IncomingPayload } from '@teamlore/shared/incoming-hooks'
import { rememberRequestSchema } from '@teamlore/shared/memories'
import { plural } from '@teamlore/shared/plural'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import type { Remember } from '../../memories/remember.ts'
import type { makeReportPullRequest, makeReportRun, Run } from '../../outcomes/index.ts'

export type Doors = {
  remember: Remember
  reportPullRequest: ReturnType<typeof makeReportPullRequest>
  reportRun: ReturnType<typeof makeReportRun>
}

type Counted = { commits: number; lowered: number; restored: number }

const wordsOf = ({ commits, lowered, restored }: Counted, draft: string | null): string =>
  [
    `${plural(commits, 'commit')} known`,
    `${plural(lowered, 'memory', 'memories')} trusted less`,
    `${restored} trusted as before`,
    ...(draft === null ? [] : ['a draft waits for a person']),
  ].join(', ')

const runOf = (
  event: Exclude<IncomingPayload, { type: 'memory.draft' | 'outcome.review' }>,
): Run => {
  const { project, key, title, url, commits, reason, state } = event.data
  const said = { project, key, title, url, commits, reason }
  switch (event.type) {
    case 'outcome.build':
      return { ...said, of: 'build', isBad: state === 'failed', isLesson: false }
    case 'outcome.deploy':
      return { ...said, of: 'deploy', isBad: state !== 'succeeded', isLesson: false }
    case 'outcome.incident':
      return {
        ...said,
        of: 'incident',
        isBad: state !== 'false_alarm',
        isLesson: state === 'resolved',
      }
  }
}

/** Does what an event asks for, by what there is for outcomes and drafts. @returns what came of it, in counts. */
export const takeEvent = async (
  { remember, reportPullRequest, reportRun }: Doors,
  scope: TeamScope<'member'>,
  event: IncomingPayload,
): Promise<string> => {
  if (event.type === 'outcome.review') {
    const { graveyard, ...counted } = await reportPullRequest(scope, event.data)
    return wordsOf(counted, graveyard)
  }
  if (event.type !== 'memory.draft') {
    const { draft, ...counted } = await reportRun(scope, runOf(event))
    return wordsOf(counted, draft)
  }
  const { project, kind, statement, reason, rejected, paths, url } = event.data
  const { status } = await remember(
    scope,
    rememberRequestSchema.parse({
      kind,
      project,
      statement,
      reason,
      rejected,
      anchors: paths.map((path) => ({ path })),
      evidence:
        url === undefined ? [] : [{ kind: 'document', ref: url, quote: reason.slice(0, 1_000) }],
      origin: 'tool',
      draft: true,
    }),
  )
  return status === 'draft' ? 'a draft waits for a person' : 'it was known already'
}
