import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { isPacked } from '../files/open-file.ts'
import { buildSession } from '../shared/build-session.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import { readRecords } from '../shared/read-records.ts'
import type { OpenSession, Place, ReadOutcome } from '../source.ts'
import type { MessageDraft } from '../turns/session-draft.ts'
import { GONE, StartOverError } from '../turns/start-over.ts'
import { type Copies, findCopies } from './copied-history.ts'
import { homeOf } from './find-rollout.ts'
import { kindOfText } from './prompt-text.ts'
import { recognise, type Verdict } from './recognise.ts'
import type { RolloutFacts } from './rollout-facts.ts'
import type { RolloutRecord } from './rollout-record.ts'
import { createSessionBuilder } from './session-builder.ts'
import { threadName } from './thread-names.ts'

export const TOOL = 'codex'

/** Reads one session from its rollout, or from several copies and pieces of it. */
export const readSession = (places: readonly Place[], signal?: AbortSignal): Promise<ReadOutcome> =>
  readPlaces(places, readRollout, signal)

/** A rollout is packed, or unpacked again, whenever Codex sees fit: then it stands under the other name. */
const readRollout = async ({ path }: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
  try {
    return await readFrom(path, path, signal)
  } catch (error) {
    const other = isPacked(path) ? path.replace(/\.zst$/i, '') : `${path}.zst`
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(other)) throw error
    return readFrom(other, path, signal)
  }
}

const readFrom = async (
  path: string,
  /** The name it was found under. */
  foundAs: string,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const session = createReading(path, await findCopies(path, signal))
  const { lines, file } = await readRecords(path, session.take, signal)
  return session.outcome({ lines, file: { ...file, path: foundAs } }, undefined, signal)
}

export const openSession = async (
  { path }: Place,
  signal?: AbortSignal,
): Promise<OpenSession | undefined> =>
  isPacked(path) ? undefined : createReading(path, await findCopies(path, signal))

const createReading = (path: string, { isCopied, heads }: Copies): OpenSession => {
  const builder = createSessionBuilder()
  const firstTask = createTaskFinder()
  let verdict = 'undecided' as Verdict
  let headsTaken = 0
  return {
    take: (record: RolloutRecord) => {
      if (verdict === 'undecided') verdict = recognise(record)
      if (record.type === 'session_meta') headsTaken++
      if (verdict !== 'other' && !isCopied(record)) builder.add(record)
      return verdict !== 'other'
    },
    letGo: builder.letGo,
    outcome: async ({ lines, file }, kept, signal) => {
      // What was copied was judged before this stood there.
      if (kept !== undefined && headsTaken > heads) throw new StartOverError()
      if (verdict !== 'codex') {
        const reason = 'is a file of another tool, not of Codex'
        return { status: 'skipped', reason, isForeign: verdict === 'other' }
      }
      const { facts, messages, unknownRecords } = builder.built()
      if (messages.length === 0)
        return { status: 'skipped', reason: 'holds no message of its own yet' }
      const { inFile, nativeId, kind, titleBefore } = identityOf(facts, path)
      const home = homeOf(path)
      const session = buildSession(
        {
          tool: TOOL,
          nativeId,
          kind,
          startedBy:
            facts.isStartedByProgram && !messages.some(({ kind }) => kind === 'human')
              ? 'program'
              : 'person',
          parentNativeId: facts.parentId,
          cwd: facts.firstCwd,
          gitBranch: facts.gitBranch,
          gitHead: facts.gitHead,
          gitRemote: facts.gitRemote,
          toolVersion: facts.version,
          title:
            (home && (await threadName(home, inFile, signal))) ??
            titleBefore ??
            firstTask(messages) ??
            (facts.reviewed && `Review of ${facts.reviewed}`),
          figures: { lines, unknownRecords, files: [file] },
        },
        messages,
        kept,
      )
      return { status: 'session', session }
    },
  }
}

/** A session that was written back is the one it was written from, whatever its file had to be called. */
const identityOf = (facts: RolloutFacts, path: string) => {
  const inFile = facts.id ?? stemOf(path)
  const restored = facts.restored?.as === inFile ? facts.restored : null
  const kind = restored?.isFork ? ('fork' as const) : facts.kind
  return {
    inFile,
    nativeId: restored?.nativeId ?? inFile,
    kind,
    titleBefore: restored?.title ?? null,
  }
}

/** What the session was asked for; a subagent is asked by an agent, behind what the client puts in front. */
const createTaskFinder = () => {
  /** Of messages whose texts may be gone by the next time. */
  const tasks = new WeakMap<MessageDraft, string | null>()
  const taskOf = (draft: MessageDraft): string | null => {
    const known = tasks.get(draft)
    if (known !== undefined && draft.blocks === GONE) return known
    const text = draft.blocks.find((block) => block.type === 'text')?.text
    const task = text !== undefined && kindOfText(text) === 'human' ? text.slice(0, 2_000) : null
    tasks.set(draft, task)
    return task
  }
  return (messages: readonly MessageDraft[]): string | null => {
    for (const draft of messages) {
      if (draft.role !== 'user' || (draft.kind !== 'human' && draft.kind !== 'injected')) continue
      const task = taskOf(draft)
      if (task !== null) return task
    }
    return null
  }
}

const UUID_AT_END = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const stemOf = (path: string): string => {
  const stem = basename(path).replace(/\.jsonl(\.zst)?$/i, '')
  return UUID_AT_END.exec(stem)?.[0].toLowerCase() ?? stem
}
