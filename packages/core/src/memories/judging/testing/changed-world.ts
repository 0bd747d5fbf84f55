import type { Engine } from '@teamlore/db'
import type { SessionId } from '@teamlore/shared'
import { createSearchWorld } from '../../../search/testing/search-world.ts'
import { buildSession } from '../../../testing/ingest-builders.ts'
import type { AskModel } from '../../../usage/ask-model.ts'
import { makeCurate } from '../../curate.ts'
import { makeGetMemory } from '../../get-memory.ts'
import { makeUpdateMemory } from '../../update-memory.ts'
import { makeJudgeDependants } from '../judge-dependants.ts'

export const FORMER = 'Display names of customers are ASCII only.'
export const NEW = 'Display names of customers may be any Unicode text.'
export const RESTING =
  'The label printer takes one byte of a display name of customers per character.'
export const BESIDE = 'Display names of customers are shown in the header.'

export type Named = { name: string; quote: string; former_quote: string }
const nameIn = (prompt: string, statement: string): string =>
  /\[(s\d+)\] Listed[^\n]*\n$/.exec(prompt.slice(0, prompt.indexOf(statement)))?.[1] ?? 'none'
export const theOne = (prompt: string): Named[] => [
  {
    name: nameIn(prompt, RESTING),
    quote: 'one byte of a  Display Name',
    former_quote: 'ASCII only',
  },
]

/** A team whose memories change, and a model that is asked what rests on a change. */
export const createChangedWorld = async (engine: Engine) => {
  const world = await createSearchWorld(engine)
  const sent = await world.send(buildSession({ native_id: 'said' }))
  const sessionId = sent.sessions[0]?.session_id as SessionId
  const deps = () => ({ unitOfWork: world.unitOfWork })
  const curate = async (statement: string, more: { date?: string; ref?: SessionId } = {}) => {
    const curated = await makeCurate(deps())(world.systemScope, {
      projectId: null,
      candidate: {
        kind: 'decision',
        statement,
        reason: '',
        origin: 'human',
        evidence: more.ref === undefined ? [] : [{ kind: 'session', ref: more.ref, quote: '' }],
        validFrom: new Date(`${more.date ?? '2026-01-01'}T08:00:00Z`),
      },
    })
    if (curated.outcome === 'refused') throw new Error(curated.because)
    return curated.memoryId
  }
  const get = (id: string) => makeGetMemory(deps())(world.scope, { id })
  const replace = async (id: string) => {
    const newer = await makeUpdateMemory(deps())(world.scope, {
      id,
      request: { action: 'supersede', statement: NEW, reason: '' },
    })
    await world.embed()
    return newer.id
  }
  /** What holds, what rests on it and what only speaks of the same; then the first is replaced. */
  const changed = async (more: { ref?: SessionId } = {}) => {
    const former = await curate(FORMER)
    const resting = await curate(RESTING, more)
    const beside = await curate(BESIDE)
    await world.embed()
    return { former, resting, beside, newer: await replace(former) }
  }

  /** A model that is asked about `prompts` and says each time what `say` makes of the prompt. */
  const judging = (say: (prompt: string) => Named[] | Promise<Named[]> = theOne) => {
    const prompts: string[] = []
    const askModel: AskModel = async (_, __, { prompt, schema }) => {
      prompts.push(prompt)
      return schema.parse({ resting: await say(prompt) })
    }
    const judge = makeJudgeDependants({ unitOfWork: world.unitOfWork, askModel })
    return { prompts, judge: () => judge(world.systemScope) }
  }
  const basesOf = async (id: string) =>
    (await get(id)).changed_bases.map(({ statement }) => statement)
  const isDue = async () =>
    (await world.unitOfWork.asSystem(({ sweep }) => sweep.teamsToJudge())).includes(
      world.team.teamId,
    )

  return { ...world, sessionId, curate, replace, changed, judging, basesOf, isDue, get }
}
export type ChangedWorld = Awaited<ReturnType<typeof createChangedWorld>>
