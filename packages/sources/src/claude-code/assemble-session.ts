import type { RestoredSession } from '../marks/restored-mark.ts'
import { asTitle } from '../shared/as-title.ts'
import { buildSession } from '../shared/build-session.ts'
import type { ReadFigures, ReadSession } from '../source.ts'
import type { KeptTurns } from '../turns/kept-turns.ts'
import type { SessionFacts } from '../turns/session-draft.ts'
import type { Location } from './locate.ts'
import type { BuiltSession } from './session-builder.ts'

export const TOOL = 'claude-code'

type Place = Location & {
  /** File name without its ending: the last resort for an id. */
  stem: string
  /** What the subagent was asked for, from the file beside it. */
  description: string | null
}

type Around = { place: Place; figures: ReadFigures; kept?: KeptTurns | undefined }

/** Turns what was read into the normal form: ids, parents and branches are settled here, when all records are known. */
export const assembleSession = (
  { drafts, facts, chain, edits, hasUuid }: BuiltSession,
  { place, figures, kept }: Around,
): ReadSession => {
  const inFile = identify(facts, place)
  const { nativeId, kind } = inFile
  const restored = facts.restored()
  const before = restored?.as === nativeId && isOwn(kind) ? restored : null
  chain.settle(drafts)
  edits.settle(drafts)
  const isOwnFile = isOwn(kind)
  for (const draft of drafts)
    draft.isReplay = isOwnFile && draft.sessionId !== null && draft.sessionId !== nativeId
  const isOfPerson = drafts.some(({ kind: said, isReplay }) => said === 'human' && !isReplay)
  return buildSession(
    {
      tool: TOOL,
      ...(before === null ? inFile : asBefore(inFile, before)),
      startedBy: facts.isOfProgram() && !isOfPerson ? 'program' : 'person',
      cwd: drafts.find(({ cwd }) => cwd !== null)?.cwd ?? null,
      gitBranch: drafts.findLast(({ gitBranch }) => gitBranch !== null)?.gitBranch ?? null,
      toolVersion: drafts.findLast(({ version }) => version !== null)?.version ?? null,
      title: asTitle(place.description) ?? facts.title(hasUuid) ?? before?.title ?? null,
      pullRequests: facts.pullRequests(),
      figures,
    },
    drafts,
    kept,
  )
}

const isOwn = (kind: Identity['kind']): boolean => kind !== 'subagent' && kind !== 'compaction'

/** A session that was written back is the one it was written from, whatever its file had to be called. */
const asBefore = (inFile: Identity, { nativeId, isFork }: RestoredSession): Identity => ({
  ...inFile,
  nativeId,
  kind: isFork ? 'fork' : inFile.kind,
})

type Identity = Required<Pick<SessionFacts, 'nativeId' | 'kind' | 'parentNativeId' | 'precedence'>>

/**
 * The file name is the session's id when it is a UUID or `agent-<id>`: records inside may be replays that name another
 * session, and then that one is the parent. A file under any other name is a copy, and its last message says whose.
 * A subagent's records name the session that started it.
 */
const identify = (facts: BuiltSession['facts'], place: Place): Identity => {
  const agentId = facts.subagentId()
  const isCompaction = place.isCompaction || agentId?.startsWith('acompact') === true
  if (place.isSubagent || (agentId !== null && place.nativeId === null))
    return {
      nativeId: place.nativeId ?? `agent-${agentId}`,
      kind: isCompaction ? 'compaction' : 'subagent',
      parentNativeId: place.parentNativeId ?? facts.namedSession(),
      precedence: isCompaction ? 3 : 2,
    }
  const nativeId = place.nativeId ?? facts.namedSession() ?? place.stem
  const parentNativeId = facts.otherSession(nativeId)
  return {
    nativeId,
    kind: parentNativeId === null ? 'main' : 'fork',
    parentNativeId,
    precedence: facts.isBackground() ? 1 : 0,
  }
}
