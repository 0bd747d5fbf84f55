import type { GitBlock, UnitOfWork } from '@teamlore/db'
import { newId, type SessionId } from '@teamlore/shared'
import { commitSubjectOf } from '../distil/transcript/shell-commands.ts'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { createAddresses, placesOf, type SaidAddress } from './named-places.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; ids?: Pick<typeof newId, 'sessionLink'> }

/** `[main 1a2b3c4] Subject`, as git prints a commit that was made just now. */
const PRINTED = /\[[^\]\n]{1,120}? (?:\(root-commit\) )?([0-9a-f]{7,40})\] [^\n\\"]{3,}/g

type Said = { kind: 'ran' | 'printed'; at: string; said: string }
type GitMessage = { ts: string; blocks: GitBlock[] }

/** Messages read by one statement. Between two of them others have their turn. */
const SLICE = 500
/** Messages with something of git that are looked at, and what is kept of them. */
const MOST = 2_000

/**
 * Keeps what a session did with git, its branches and its pull requests, and has the commits looked at again that may have come
 * of it.
 */
export const makeLinkSession =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (
    scope: SystemScope,
    { sessionId }: { sessionId: SessionId },
    signal?: AbortSignal,
  ): Promise<void> => {
    const addresses = await noteGit({ unitOfWork, scope, signal }, sessionId)
    await unitOfWork.inTeam(scope, async ({ linking, outbox }) => {
      const places = await linking.sessionPlaces(sessionId)
      const pullRequests: string[] = []
      if (places !== undefined) {
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
  }

type Reading = Pick<Deps, 'unitOfWork'> & { scope: SystemScope; signal: AbortSignal | undefined }

/** Notes what was done with git slice by slice. @returns the addresses of pull requests that were named. */
const noteGit = async (
  { unitOfWork, scope, signal }: Reading,
  sessionId: SessionId,
): Promise<SaidAddress[]> => {
  const addresses = createAddresses(commandOf)
  const noted = new Set<string>()
  let [after, left] = [-1, MOST]
  while (left > 0) {
    signal?.throwIfAborted()
    const last = await unitOfWork.inTeam(scope, async ({ memorySources, linking }) => {
      const end = await memorySources.endOfSlice(sessionId, { after, messages: SLICE })
      if (end === undefined) return undefined
      const messages = await linking.gitMessages(sessionId, { after, last: end, limit: left })
      left -= messages.length
      addresses.add(messages.flatMap(({ blocks }) => blocks))
      await linking.noteGit(sessionId, unnoted(gitSaidIn(messages), noted))
      return end
    })
    if (last === undefined) break
    after = last
  }
  return addresses.found()
}

/** Those that were not noted yet, as many as may be. */
const unnoted = (said: readonly Said[], noted: Set<string>): Said[] =>
  said.filter((one) => {
    const key = `${one.kind} ${one.said} ${one.at}`
    if (noted.has(key) || noted.size >= MOST) return false
    noted.add(key)
    return true
  })

export type LinkSession = ReturnType<typeof makeLinkSession>

/** Subjects given to `git commit`, and hashes that git printed. */
const gitSaidIn = (messages: readonly GitMessage[]): Said[] =>
  messages.flatMap(({ ts, blocks }) => blocks.flatMap((block) => saidIn(block, ts)))

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
