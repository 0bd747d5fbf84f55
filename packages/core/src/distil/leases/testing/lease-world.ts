import type { Engine } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import type {
  AnsweredLeases,
  AnswerLeases,
  DistilQuestion,
  LeasedSessions,
} from '@teamlore/shared/distil-leases'
import { grantTeamScope, type TeamScope } from '../../../identity/teams/team-scope.ts'
import { buildMessage, buildSession, text } from '../../../testing/ingest-builders.ts'
import { createIngestWorld } from '../../../testing/ingest-world.ts'
import { makeAnswerLeases } from '../answer-leases.ts'
import { makeLeaseSessions } from '../lease-sessions.ts'
import { makeGetLeaseStatus } from '../lease-status.ts'

export const QUOTE = 'drops the last line when the file has no newline'
export const TITLE = 'The reader of transcripts loses a last line that has no newline.'
export const MESSAGES = [
  buildMessage(0, {
    role: 'user',
    kind: 'human',
    model: null,
    blocks: [text('Why is the last message missing?')],
  }),
  buildMessage(1, { blocks: [text(`Found it! The loop ${QUOTE}, as it emits on newlines.`)] }),
]
export const session = (nativeId: string, more: object = {}) =>
  buildSession({ native_id: nativeId, messages: MESSAGES, ...more })

export const finding = (quote = QUOTE) => ({
  kind: 'gotcha',
  title: TITLE,
  statement: TITLE,
  reason: '',
  rejected: [],
  slots: { subject: '', attribute: '', scope: '', value: '', replaces: '' },
  evidence: [{ message: 'm1', quote }],
})
export const SEGMENT = { findings: [finding()], no_longer_holds: [], summaries: [] }
export const KEEP = { verdicts: [{ name: 'f1', against: '', proof: '', verdict: 'keep' }] }
const answerTo = ({ kind }: Pick<DistilQuestion, 'kind'>) => (kind === 'segment' ? SEGMENT : KEEP)

type Given = AnswerLeases['answers'][number]
type Sending = { by?: TeamScope<'member'>; id?: string; failure?: string }

export const given = (
  id: string,
  { id: question_id, kind }: Pick<DistilQuestion, 'id' | 'kind'>,
  answer?: unknown,
): Given => ({ lease_id: id, question_id, kind, ...(answer === undefined ? {} : { answer }) })

/** A team whose member has a coding agent: takes leases, answers them, and looks at what came of it. */
export const createLeaseWorld = async (engine: Engine) => {
  const world = await createIngestWorld(engine)
  const { team } = world
  const deps = { unitOfWork: team.unitOfWork }
  let calls = 0
  const lease = (by = world.scope, more: object = {}): Promise<LeasedSessions> =>
    makeLeaseSessions(deps)(by, {
      tool: 'claude',
      holder: 'laptop',
      limit: 6,
      working_on: [],
      memories: false,
      ...more,
    })
  const send = (
    answers: Given[],
    { by = world.scope, ...more }: Sending = {},
  ): Promise<AnsweredLeases> =>
    makeAnswerLeases(deps)(by, {
      tool: 'claude',
      holder: 'laptop',
      call: {
        id: `call-${++calls}-of-a-test`,
        model: 'haiku',
        usage: { input_tokens: 900, output_tokens: 100, usd: 0.002 },
        ...more,
      },
      answers,
    })
  const scopeOf = async <R extends 'admin' | 'member'>(role: R): Promise<TeamScope<R>> =>
    grantTeamScope(
      { ...(await team.addMember(role)), actor: { kind: 'user', via: 'api_key' } },
      role,
    )
  return {
    ...world,
    deps,
    lease,
    /** The only one that there is to lease. */
    leaseOne: async () => {
      const [one] = (await lease()).leases
      if (one === undefined) throw new Error('nothing was leased')
      return one
    },
    /** What a call answered. */
    give: send,
    /** Answers whatever is asked, until all is written. */
    answerAll: async ({ leases }: LeasedSessions): Promise<string[]> => {
      const ends: string[] = []
      for (const one of leases) {
        let question: DistilQuestion | null = one.question
        while (question !== null) {
          const { results } = await send([given(one.id, question, answerTo(question))])
          question = results[0]?.question ?? null
          if (question === null) ends.push(results[0]?.state ?? '')
        }
      }
      return ends
    },
    findings: () =>
      readAsOwner<{ title: string; distiller: string }>(
        engine,
        `select title, distiller from teamlore.observations where team_id = '${team.teamId}'
         and purpose = 'finding' and superseded_at is null order by title`,
      ),
    change: (statement: string) => readAsOwner(engine, `${statement} returning 1`),
    status: (by: TeamScope = world.scope) => makeGetLeaseStatus(deps)(by, { days: 30, limit: 50 }),
    asAdmin: () => scopeOf('admin'),
    asMember: () => scopeOf('member'),
  }
}

export type LeaseWorld = Awaited<ReturnType<typeof createLeaseWorld>>
