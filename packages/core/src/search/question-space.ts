import type { UnitOfWork } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import type { Clock } from '../platform/clock.ts'
import type { TextEmbedder } from './text-embedder.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  embedder: TextEmbedder
  /** Of the models before this one, those that can still read a question. */
  earlierEmbedders: readonly TextEmbedder[]
  now: Clock
}

/** Who reads the questions of a team; undefined when nobody can until the new model has caught up. */
export type QuestionSpace = (scope: TeamScope) => Promise<TextEmbedder | undefined>

type Choice = { embedder: TextEmbedder | undefined }

type Known = { choice?: Choice; looking?: Promise<void> | undefined; until: number }

/** Of what the model before had, the new one must have so much before questions go to it. */
const COMPLETE_ENOUGH = 0.95
const LOOK_AGAIN_MS = 30_000
/** Looking may take no larger part of the time than one in this, unless the pause would grow beyond what follows. */
const PAUSE_PER_LOOK = 50
/** A look that a busy machine drew out must not keep questions from a model that caught up long ago. */
const MAX_PAUSE_MS = 90_000
const MAX_TEAMS_KEPT = 1_000

/**
 * After a change of model the old vectors go on answering until the new ones are complete enough: a question is read by
 * the model whose vectors it is compared with. What is settled once stays so, since nothing is embedded for old models.
 */
export const createQuestionSpace = ({
  unitOfWork,
  embedder,
  earlierEmbedders,
  now,
}: Deps): QuestionSpace => {
  const settled = new Set<TeamId>()
  const kept = new Map<TeamId, Known>()

  const look = async (scope: TeamScope): Promise<Choice & { isSettled: boolean }> => {
    const others = await unitOfWork.inTeam(scope, ({ documentVectors }) =>
      documentVectors.compareSpaces(embedder.space.id),
    )
    const isCaughtUp = others.every(
      ({ covered, documents }) => covered >= documents * COMPLETE_ENOUGH,
    )
    if (isCaughtUp) return { embedder, isSettled: true }
    const able = others.flatMap(
      ({ space }) => earlierEmbedders.find((earlier) => earlier.space.id === space) ?? [],
    )
    return { embedder: able[0], isSettled: false }
  }

  const lookAgain = async (scope: TeamScope, known: Known): Promise<void> => {
    const begun = now().getTime()
    try {
      const { isSettled, ...choice } = await look(scope)
      known.choice = choice
      if (isSettled) {
        settled.add(scope.teamId)
        kept.delete(scope.teamId)
      }
    } finally {
      const took = now().getTime() - begun
      const pause = Math.min(MAX_PAUSE_MS, Math.max(LOOK_AGAIN_MS, took * PAUSE_PER_LOOK))
      known.until = now().getTime() + pause
      known.looking = undefined
    }
  }

  return async (scope) => {
    const { teamId } = scope
    if (settled.has(teamId)) return embedder
    if (kept.size >= MAX_TEAMS_KEPT) kept.clear()
    const known = kept.get(teamId) ?? { until: 0 }
    kept.set(teamId, known)
    if (known.choice === undefined) {
      known.looking ??= lookAgain(scope, known)
      await known.looking
    } else if (known.looking === undefined && known.until <= now().getTime()) {
      // Nobody waits for it; when it fails, what was known is still right.
      known.looking = lookAgain(scope, known).catch(() => {})
    }
    return known.choice?.embedder
  }
}
