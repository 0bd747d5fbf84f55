import {
  type AnsweredLeases,
  type AnswerLeases,
  answeredLeasesSchema,
  answerLeasesSchema,
  type LeasedSessions,
  type LeaseStatus,
  leasedSessionsSchema,
  leaseSessionsSchema,
} from '@teamlore/shared/distil-leases'

type Session = {
  prompt: string
  isMemory: boolean
  state: 'due' | 'leased' | 'done' | 'failed'
  stage: 0 | 1
  failures: number
}

const KINDS = ['segment', 'review'] as const

const MEMORY_KINDS = ['questions', 'pair'] as const

const questionOf = ({ prompt, stage, isMemory }: Session, n: number) => ({
  id: `q${n}-${stage}`,
  kind: (isMemory ? MEMORY_KINDS : KINDS)[stage],
  prompt: stage === 0 ? `<segment>\n${prompt}\n</segment>` : '<findings>\nOne\n</findings>',
})

const instruction = (system: string) => ({ system, schema: { type: 'object', properties: {} } })

const ABOUT_MEMORIES = { questions: instruction('Ask.'), pair: instruction('Compare.') }

type More = {
  /** What is asked about memories, after all sessions. */
  memories?: readonly string[]
  /** One of before: it knows no memories, and refuses the word. */
  isOlder?: boolean
}

/** What a server leases and how it takes answers: a segment, a second look, done; of a memory its questions, a pair, done. */
export const createFakeLeases = (
  prompts: readonly string[],
  { memories = [], isOlder = false }: More = {},
) => {
  const sessions: Session[] = [...prompts, ...memories].map((prompt, n) => ({
    prompt,
    isMemory: n >= prompts.length,
    state: 'due',
    stage: 0,
    failures: 0,
  }))
  const dueOf = (isMemory: boolean) =>
    sessions.filter((one) => one.state === 'due' && one.isMemory === isMemory).length
  const answers: AnswerLeases[] = []
  const lease = (body: unknown): LeasedSessions => {
    const request = leaseSessionsSchema.parse(body)
    const { limit, working_on, memories: wantsMemories } = request
    if (isOlder && Object.hasOwn(Object(body), 'memories')) throw new Error('Unrecognized key')
    const given = sessions
      .map((session, n) => ({ session, n }))
      .filter(
        ({ session, n }) =>
          ['due', 'leased'].includes(session.state) &&
          (wantsMemories || !session.isMemory) &&
          !working_on.includes(`evt_${n}`),
      )
      .slice(0, limit)
    return leasedSessionsSchema.parse({
      leases: given.map(({ session, n }) => {
        session.state = 'leased'
        return {
          id: `evt_${n}`,
          ...(session.isMemory
            ? {
                session: null,
                memory: { id: `mem_${n}`, title: 'One' },
              }
            : { session: { id: `ses_${n}`, title: null } }),
          expires_at: '2026-05-02T12:00:00.000Z',
          question: questionOf(session, n),
        }
      }),
      instructions: {
        segment: instruction('Find.'),
        review: instruction('Look again.'),
        reader: instruction('Read.'),
        ...(wantsMemories ? ABOUT_MEMORIES : {}),
      },
    })
  }
  const take = (given: AnswerLeases['answers'][number]): AnsweredLeases['results'][number] => {
    const n = Number(given.lease_id.slice(4))
    const session = sessions[n]
    const result = { lease_id: given.lease_id, question: null, findings: null }
    if (session === undefined) return { ...result, state: 'unknown' }
    if (given.failure === 'released') {
      session.state = 'due'
      return { ...result, state: 'released' }
    }
    if (given.failure !== undefined || typeof given.answer !== 'object') {
      session.failures++
      if (session.failures < 3)
        return { ...result, state: 'malformed', question: questionOf(session, n) }
      session.state = 'failed'
      return { ...result, state: 'failed' }
    }
    if (session.stage === 1) {
      session.state = 'done'
      return { ...result, state: 'done', findings: session.isMemory ? null : 1 }
    }
    session.stage = 1
    return { ...result, state: 'next', question: questionOf(session, n) }
  }
  return {
    sessions,
    answers,
    lease,
    answer: (body: unknown): AnsweredLeases => {
      const request = answerLeasesSchema.parse(body)
      answers.push(request)
      return answeredLeasesSchema.parse({
        results: request.answers.map(take),
        counted: request.call !== undefined,
      })
    },
    status: (): LeaseStatus => ({
      allowed: true,
      tools: ['claude', 'codex', 'gemini', 'opencode', 'copilot'],
      rules: [],
      due: { sessions: dueOf(false), tokens: 9_000, memories: isOlder ? 0 : dueOf(true) },
      today: { tokens: 0 },
      handed_over: { waiting: 3, confirmed: 2, refused: 1, unclear: 0 },
      leases: [],
      people: [],
    }),
  }
}

export type FakeLeases = ReturnType<typeof createFakeLeases>
