import { hash } from 'node:crypto'
import type { Block, TeamId } from '@teamlore/shared'
import { tombstoneName, tombstoneNamesOf } from '@teamlore/shared/tombstone-names'

const hashOf = (name: string): string => hash('sha256', name, 'hex')

/** Hashes by which what was forgotten is known again. The database makes the same ones (`tombstoneOf` of db). */
export const tombstoneOf = {
  session: (team: TeamId, tool: string, nativeId: string): string =>
    hashOf(tombstoneName.session(team, tool, nativeId)),
  /** `words`: the statement without what does not count. */
  memory: (team: TeamId, words: string): string => hashOf(tombstoneName.memory(team, words)),
}

/** Kinds under which sessions and messages were forgotten: all that comes from a machine. */
export const TOMBSTONES_OF_SESSIONS = ['session', 'message', 'words'] as const

/** All hashes under which a message may have been forgotten. */
export const namesOfMessage = (
  team: TeamId,
  session: { tool: string; nativeId: string },
  message: { key: string; ts: string | null; blocks: readonly Block[] },
): string[] => tombstoneNamesOf(team, session, message).map(hashOf)
