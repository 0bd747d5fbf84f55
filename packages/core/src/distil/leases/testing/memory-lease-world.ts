import type { Engine } from '@teamlore/db'
import { readAsOwner } from '@teamlore/db/testing'
import type { DistilQuestion, LeasedSessions } from '@teamlore/shared/distil-leases'
import type { TeamScope } from '../../../identity/teams/team-scope.ts'
import { makeCurate } from '../../../memories/curate.ts'
import { makeGetMemory } from '../../../memories/get-memory.ts'
import { createSearchWorld } from '../../../search/testing/search-world.ts'
import { makeAnswerLeases } from '../answer-leases.ts'
import { makeLeaseSessions } from '../lease-sessions.ts'
import { makeGetLeaseStatus } from '../lease-status.ts'
import { given } from './lease-world.ts'

export const OLDER = 'Flags of the shop are served by LaunchDarkly.'
export const NEWER = 'The shop asks Unleash which flags of customers are on.'
const QUESTIONS = { questions: [] }
export const REPLACES = { verdict: 'replaces', first_quote: 'shop', second_quote: 'shop' }

type Say = (question: DistilQuestion) => unknown
/** Nobody would ask anything, and the later statement takes the place of the earlier one. */
export const sayReplaces: Say = ({ kind }) => (kind === 'pair' ? REPLACES : QUESTIONS)

/** A team with memories, whose members' coding agents are asked about them. */
export const createMemoryLeaseWorld = async (engine: Engine) => {
  const world = await createSearchWorld(engine)
  const deps = { unitOfWork: world.unitOfWork }
  let calls = 0
  const prompts: string[] = []
  const lease = async (by = world.scope, more: object = {}): Promise<LeasedSessions> => {
    const leased = await makeLeaseSessions(deps)(by, {
      tool: 'claude',
      holder: 'laptop',
      limit: 6,
      working_on: [],
      memories: true,
      ...more,
    })
    prompts.push(...leased.leases.map(({ question }) => question.prompt))
    return leased
  }
  const answer = async (
    { id, question }: { id: string; question: DistilQuestion },
    value: unknown,
    by: TeamScope<'member'> = world.scope,
  ) => {
    const usage = { input_tokens: 9, output_tokens: 1, usd: null }
    const { results } = await makeAnswerLeases(deps)(by, {
      tool: 'claude',
      holder: 'laptop',
      call: { id: `call-${++calls}-of-a-test`, model: 'haiku', usage },
      answers: [given(id, question, value)],
    })
    const [result] = results
    if (result === undefined) throw new Error('nothing came back')
    if (result.question !== null) prompts.push(result.question.prompt)
    return result
  }
  const answerOne = async (
    { id, question: first }: LeasedSessions['leases'][number],
    say: Say,
    by: TeamScope<'member'>,
  ): Promise<string> => {
    let question: DistilQuestion = first
    for (;;) {
      const result = await answer({ id, question }, say(question), by)
      if (result.question === null) return result.state
      question = result.question
    }
  }
  /** Takes what is due and answers until nothing is left. @returns how the leases ended. */
  const run = async (say: Say = sayReplaces, by = world.scope): Promise<string[]> => {
    const ends: string[] = []
    for (let round = 0; round < 9; round++) {
      const { leases } = await lease(by)
      if (leases.length === 0) return ends
      for (const one of leases) ends.push(await answerOne(one, say, by))
    }
    throw new Error('it goes on for ever')
  }
  const curate = async (statement: string, date: string) => {
    const curated = await makeCurate(deps)(world.systemScope, {
      projectId: null,
      candidate: {
        kind: 'decision',
        statement,
        reason: '',
        origin: 'human',
        evidence: [],
        validFrom: new Date(`${date}T08:00:00Z`),
      },
    })
    if (curated.outcome === 'refused') throw new Error(curated.because)
    return curated.memoryId
  }
  return {
    ...world,
    /** What anybody was asked. */
    prompts,
    lease,
    answer,
    run,
    curate,
    /** Two of the same matter, the one after the other. */
    pair: async () => {
      const older = await curate(OLDER, '2026-01-01')
      const newer = await curate(NEWER, '2026-02-01')
      await world.embed()
      return { older, newer }
    },
    get: (id: string) => makeGetMemory(deps)(world.scope, { id }),
    status: (by: TeamScope = world.scope) => makeGetLeaseStatus(deps)(by, { days: 30, limit: 50 }),
    change: (statement: string) => readAsOwner(engine, `${statement} returning 1`),
  }
}

export type MemoryLeaseWorld = Awaited<ReturnType<typeof createMemoryLeaseWorld>>
