import type { GitBlock, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import { commitSubjectOf } from '../distil/shell-commands.ts'
import type { SystemScope } from '../teams/team-scope.ts'
import { addressesIn, placesOf } from './named-places.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; ids?: Pick<typeof newId, 'sessionLink'> }

/** `[main 1a2b3c4] Subject`, as git prints a commit that was made just now. */
const PRINTED = /\[[^\]\n]{1,120}? (?:\(root-commit\) )?([0-9a-f]{7,40})\] [^\n\\"]{3,}/g

type Said = { kind: 'ran' | 'printed'; at: string; said: string }
type GitMessage = { ts: string; blocks: GitBlock[] }

/**
 * Keeps what a session did with git, its branches and its pull requests, and has the commits looked at again that may have come
 * of it.
 */
export const makeLinkSession =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: SystemScope, { sessionId }: { sessionId: SessionId }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ linking, outbox }) => {
      const messages = await linking.gitMessages(sessionId)
      await linking.noteGit(sessionId, gitSaidIn(messages))
      const places = await linking.sessionPlaces(sessionId)
      const pullRequests: string[] = []
      if (places !== undefined) {
        const addresses = addressesIn(
          messages.flatMap(({ blocks }) => blocks),
          commandOf,
        )
        const links = placesOf(places, addresses)
        const saved = await linking.savePlaces(
          sessionId,
          links.map((link) => ({ ...link, id: ids.sessionLink() })),
        )
        pullRequests.push(...saved)
      }
      const projectId = await linking.askAgain(sessionId, pullRequests)
      if (projectId !== undefined)
        await outbox.add({ type: 'commits.ingested', payload: { project_id: projectId } })
    })

export type LinkSession = ReturnType<typeof makeLinkSession>

/** Subjects given to `git commit`, and hashes that git printed. */
const gitSaidIn = (messages: readonly GitMessage[]): Said[] => {
  const said = messages.flatMap(({ ts, blocks }) => blocks.flatMap((block) => saidIn(block, ts)))
  const once = new Map(said.map((one) => [`${one.kind} ${one.said} ${one.at}`, one]))
  return [...once.values()].slice(0, 2_000)
}

const saidIn = (block: GitBlock, at: string): Said[] => {
  if (block.type === 'tool_call') {
    const subject = commitSubjectOf(commandOf(block.input))
    return subject === null ? [] : [{ kind: 'ran', at, said: subject }]
  }
  if (block.type !== 'tool_result') return []
  const printed = (block.text ?? '').slice(0, 20_000).matchAll(PRINTED)
  return [...printed].map(([, sha = '']) => ({ kind: 'printed', at, said: sha }))
}

const commandOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return ''
  const { command, cmd } = input as Record<string, unknown>
  const given = command ?? cmd
  if (Array.isArray(given)) return given.map(String).join(' ')
  return typeof given === 'string' ? given : ''
}
