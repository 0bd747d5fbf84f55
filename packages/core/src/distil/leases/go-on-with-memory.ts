import { requirePerson } from '../../identity/teams/require-person.ts'
import { judgeMemory } from '../../memories/judging/index.ts'
import { writeQuestionsOf } from '../../memories/questions/index.ts'
import { GROWN, type LeaseDeps, type OfMemory, type Went } from './lease.types.ts'
import { askAboutMemory } from './questions.ts'

const DONE: Went = { state: 'done', reason: null, findings: null }

/**
 * Asks what a memory answers, and how it stands to those near it, as the team's own language model would be asked: over what the
 * person may read, and no more. Of what changed meanwhile nothing is written.
 */
export const goOnWithMemory = async (
  { unitOfWork, ids }: LeaseDeps,
  { scope, memoryId }: OfMemory,
): Promise<Went> => {
  const ask = askAboutMemory({ unitOfWork, scope }, memoryId)
  const deps = ids === undefined ? { unitOfWork } : { unitOfWork, ids }
  const one = { scope, id: memoryId }
  const whatIsDue = () =>
    unitOfWork.inTeam(scope, ({ distilLeases }) => distilLeases.whatIsDueOf(memoryId))
  const due = await whatIsDue()
  if (due === undefined) return GROWN
  if (due.questions && (await writeQuestionsOf(deps, one, ask.questions)) === undefined)
    return GROWN
  if ((await whatIsDue())?.judging) {
    const judged = await judgeMemory(deps, { ...one, asked: 'member' }, ask.pair)
    if (judged === undefined) return GROWN
    if ('failure' in judged) throw judged.failure
  }
  await unitOfWork.inTeam(scope, ({ distilLeases }) =>
    distilLeases.forgetAnswers(memoryId, requirePerson(scope)),
  )
  return DONE
}
