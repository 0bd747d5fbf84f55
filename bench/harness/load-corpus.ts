import {
  documentsOfMessage,
  type MessageOfDocument,
  makeEmbedDocuments,
  makeRefreshLexemeStats,
  type SessionOfDocument,
  type TextEmbedder,
} from '@teamlore/core'
import { registerEmbeddingSpace } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { type Turn, turnsOf } from './turns.ts'

export type LoadedCorpus = {
  team: BenchTeam
  /** Id in the set by the id of what a search hit opens. */
  idOf: ReadonlyMap<string, string>
  /** Where texts of a set repeat each other: which of them stands for all, by id in the set. Missing: no such text. */
  standsFor?: ReadonlyMap<string, string>
}

const BATCH = 200

/**
 * Puts a corpus into a team of its own by the product's own path: each text is a message of one session, indexed,
 * embedded and counted as messages are.
 */
export const loadCorpus = async (
  world: BenchWorld,
  texts: readonly { id: string; text: string }[],
  embedder: TextEmbedder,
): Promise<LoadedCorpus> => {
  const { turns, people } = turnsOf(texts)
  const team = await world.addTeam(people.length > 0 ? people : undefined)
  const idOf = new Map<string, string>()
  for (let at = 0; at < turns.length; at += BATCH) {
    const documents = turns.slice(at, at + BATCH).flatMap((turn) => {
      const message = messageOf(turn)
      idOf.set(message.id, turn.id)
      return documentsOfMessage(sessionOf(team, turn, people), message, { prompt: turn.before })
    })
    // Only the index is measured, so there are no rows of sessions to refer to.
    const loose = documents.map((document) => ({ ...document, sessionId: null }))
    await world.unitOfWork.inTeam(team.systemScope, (repositories) =>
      repositories.documents.replace(loose, { areNew: true }),
    )
  }
  const registerSpace = () => registerEmbeddingSpace(world.engine, embedder.space)
  await makeEmbedDocuments({
    unitOfWork: world.unitOfWork,
    embedder,
    registerSpace,
    batchSize: 64,
  })(team.systemScope)
  await makeRefreshLexemeStats({ unitOfWork: world.unitOfWork, lagMs: -60_000 })(team.systemScope)
  return { team, idOf }
}

const messageOf = ({ text, speaker }: Turn): MessageOfDocument => ({
  id: newId.message(),
  kind: speaker === null ? 'human' : 'assistant',
  blocks: [{ type: 'text', text }],
  // Sets have no times; with times of our own, recency would favour some answers.
  ts: null,
  gitBranch: null,
  isAbandoned: false,
})

const sessionId = newId.session()

const sessionOf = (
  team: BenchTeam,
  { speaker }: Turn,
  people: readonly string[],
): SessionOfDocument => {
  const userId = team.userIds[Math.max(0, people.indexOf(speaker ?? ''))]
  if (userId === undefined) throw new Error('A team without anybody cannot have a session.')
  return {
    id: sessionId,
    teamId: team.teamId,
    projectId: null,
    userId,
    privateTo: null,
    tool: 'bench',
    kind: 'main',
    title: null,
    gitBranch: null,
    cwd: null,
  }
}
