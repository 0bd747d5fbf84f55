import {
  askTombstonesSchema,
  MOST_TOMBSTONES,
  tombstoneMarkSchema,
  tombstonesSchema,
} from '../forgetting/tombstone.contract.ts'
import { needed } from '../roles/roles.ts'
import { route } from './route.ts'

/** By which machines learn what of theirs was forgotten. */
export const tombstoneRoutes = {
  mark: route({
    method: 'GET',
    path: '/v1/tombstones',
    id: 'getTombstoneMark',
    needs: needed('sessions.capture'),
    tag: 'Forgetting',
    docs: 'a mark that is another one whenever something was forgotten or brought back; machines ask it once a minute',
    summary: 'Get the mark of what was forgotten',
    description:
      'As long as it is the same, a machine has nothing to ask. It says neither what was forgotten nor how much.',
    answer: tombstoneMarkSchema,
  }),
  ask: route({
    method: 'POST',
    path: '/v1/tombstones',
    id: 'askTombstones',
    needs: needed('sessions.capture'),
    tag: 'Forgetting',
    docs: 'which of these `hashes` were forgotten; a machine names what it has and learns of nothing else',
    summary: 'Ask what was forgotten',
    description: `Takes SHA-256 hashes of the names of sessions and messages, each with the team in it, at most ${MOST_TOMBSTONES} at once. Answers those of them that were forgotten and not brought back. Keeps nothing.`,
    body: askTombstonesSchema,
    answer: tombstonesSchema,
    failures: [422],
  }),
} as const
