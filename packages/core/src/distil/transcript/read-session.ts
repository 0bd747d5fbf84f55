import type {
  DistilledBefore,
  NewMessage,
  StoredSession,
  TeamRepositories,
  UnitOfWork,
} from '@teamlore/db'
import type { MessageId, SessionId } from '@teamlore/shared'
import type { SystemScope, TeamScope } from '../../identity/teams/team-scope.ts'
import { digestMessage, type MessageDigest } from './digest-message.ts'
import type { Distillate } from './distil.types.ts'
import type { DistilInput, Distiller } from './distiller.ts'
import { isLive } from './prompt-ranges.ts'

/** Messages read at once: some megabytes at most, since outputs are cut when they come in. */
const PAGE = 200

const insideOf = (cwd: string, root: string) =>
  cwd === root || cwd.startsWith(`${root.replace(/[\\/]$/, '')}/`) || cwd.startsWith(`${root}\\`)

/** The project's top folder that the session ran in; a machine may keep several clones. */
const rootOf = (session: StoredSession, roots: readonly string[]): string | null => {
  const { cwd } = session
  return roots.find((root) => cwd !== null && insideOf(cwd, root)) ?? roots[0] ?? null
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve))

export type Reading = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Of the worker, or of who asks what of their own session holds. */
  scope: SystemScope | TeamScope
  sessionId: SessionId
  signal: AbortSignal | undefined
}

export const openSession = ({ unitOfWork, scope, sessionId }: Reading) =>
  unitOfWork.inTeam(scope, async ({ sessions, distillation, memoryFileList }) => {
    const session = await sessions.findById(sessionId)
    if (session === undefined) return undefined
    const { kind, title, cwd } = session
    const rootPath = rootOf(session, await distillation.rootPaths(session))
    const edits = await distillation.editMarks(sessionId)
    const before = await distillation.removal(sessionId)
    const guides = await memoryFileList.textsBefore({
      projectId: session.projectId,
      userId: session.userId,
      before: session.startedAt === null ? null : new Date(session.startedAt),
    })
    return { session, before, input: { session: { kind, title, cwd, rootPath }, edits, guides } }
  })

/** Sorts behind the id of every message. */
const BEYOND_IDS = '~' as MessageId

/** All messages in file order, or those after a place; each page read in a transaction of its own. */
export async function* messagePages(
  { unitOfWork, scope, sessionId, signal }: Reading,
  before?: DistilledBefore,
): AsyncGenerator<readonly NewMessage[]> {
  const start = before && { ordinal: before.lastOrdinal, id: BEYOND_IDS }
  for (let last: NewMessage | undefined; ; ) {
    signal?.throwIfAborted()
    const after = last === undefined ? start : { ordinal: last.ordinal, id: last.id }
    const page = await unitOfWork.inTeam(scope, ({ messages }) =>
      messages.page(sessionId, { limit: PAGE, after }),
    )
    yield page
    last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    await pause()
  }
}

/** Live messages in file order, reduced to what distilling looks at. */
export async function* readMessages(
  reading: Reading,
  before?: DistilledBefore,
): AsyncGenerator<MessageDigest> {
  for await (const page of messagePages(reading, before))
    for (const message of page) {
      const ts = message.ts === null ? null : new Date(message.ts)
      if (isLive(message)) yield digestMessage({ ...message, ts })
    }
}

/** What was found in messages without a time is as old as their session. */
const datedBy = ({ startedAt }: StoredSession, distillate: Distillate): Distillate => {
  const begun = startedAt === null ? null : new Date(startedAt)
  const dated = <T extends { occurredAt: Date | null }>(found: T): T => ({
    ...found,
    occurredAt: found.occurredAt ?? begun,
  })
  const { observations, summaries } = distillate
  return { ...distillate, observations: observations.map(dated), summaries: summaries.map(dated) }
}

export type ReadSession = {
  session: StoredSession
  /** What was distilled before and stays, since its text is gone. */
  before: DistilledBefore | undefined
  distillate: Distillate
}

/**
 * Distils a session page by page: a long one holds neither memory nor the database, and others get their turn in
 * between. Of a session of which text was removed, only what came after.
 *
 * @returns undefined when there is no such session (any more).
 */
export const readAndDistil = async (
  reading: Reading,
  distiller: Distiller,
): Promise<ReadSession | undefined> => {
  const opened = await openSession(reading)
  if (opened === undefined) return undefined
  const { session, before } = opened
  // A script may run a coding tool a thousand times a day: its prompts are not what the team found out.
  if (session.startedBy === 'program')
    return { session, before, distillate: { observations: [], summaries: [] } }
  const input: DistilInput = {
    ...opened.input,
    messages: readMessages(reading, before),
    prompts: before?.prompts ?? 0,
    signal: reading.signal,
  }
  return { session, before, distillate: datedBy(session, await distiller.distil(input)) }
}

/** False where text of the session went while it was read: what was found in it is of a session that is no more. */
export const isReadInTime = async (
  { distillation }: Pick<TeamRepositories, 'distillation'>,
  { session, before }: Pick<ReadSession, 'session' | 'before'>,
): Promise<boolean> => (await distillation.removal(session.id))?.lastOrdinal === before?.lastOrdinal
