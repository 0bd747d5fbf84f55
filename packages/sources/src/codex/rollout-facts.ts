import type { SessionKind } from '@teamlore/shared'
import type { RestoredSession } from '../marks/restored-mark.ts'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { SessionMeta } from './rollout-record.ts'

type Git = { commit_hash?: unknown; branch?: unknown; repository_url?: unknown }

/**
 * What the rollout says about itself. Its head is written again whenever the session is resumed: the first names the
 * session, later ones say where it then stood. A later head of another session means its beginning was copied from there.
 */
export const createRolloutFacts = () => {
  const facts = {
    id: null as string | null,
    kind: 'main' as SessionKind,
    parentId: null as string | null,
    cwd: null as string | null,
    firstCwd: null as string | null,
    gitBranch: null as string | null,
    gitHead: null as string | null,
    gitRemote: null as string | null,
    version: null as string | null,
    model: null as string | null,
    /** Whether a program started it, and whether one goes on with it now. */
    isStartedByProgram: false,
    isOfProgram: false,
    /** What a person had reviewed, who typed nothing. */
    reviewed: null as string | null,
    /** What it is where this file was written back from. */
    restored: null as RestoredSession | null,
  }

  const identify = (meta: SessionMeta): void => {
    facts.id = textOrNull(meta.id, 300)
    const { kind, parentId } = originOf(meta)
    facts.kind = kind
    facts.isStartedByProgram = isOfProgram(meta)
    facts.parentId = parentId === facts.id ? null : parentId
    const { commit_hash } = fieldsOf<Git>(meta.git)
    const head = textOrNull(commit_hash, 64)
    facts.gitHead = head !== null && /^0+$/.test(head) ? null : head
  }

  const noteCopied = (id: string): void => {
    facts.parentId ??= id
    if (facts.kind === 'main') facts.kind = 'fork'
  }

  const noteState = (meta: SessionMeta): void => {
    facts.cwd = textOrNull(meta.cwd, 4_096) ?? facts.cwd
    facts.firstCwd ??= facts.cwd
    facts.gitBranch = textOrNull(fieldsOf<Git>(meta.git).branch, 500) ?? facts.gitBranch
    facts.gitRemote = textOrNull(fieldsOf<Git>(meta.git).repository_url, 2_000) ?? facts.gitRemote
    facts.version = textOrNull(meta.cli_version, 100) ?? facts.version
    facts.isOfProgram = isOfProgram(meta)
  }

  return {
    facts,
    noteMeta: (meta: SessionMeta): void => {
      const id = textOrNull(meta.id, 300)
      if (facts.id === null) identify(meta)
      if (id !== null && id !== facts.id) noteCopied(id)
      else noteState(meta)
    },
    noteTurn: (turn: { cwd?: unknown; model?: unknown }): void => {
      facts.cwd = textOrNull(turn.cwd, 4_096) ?? facts.cwd
      facts.firstCwd ??= facts.cwd
      facts.model = textOrNull(turn.model, 200) ?? facts.model
    },
  }
}

export type RolloutFacts = ReturnType<typeof createRolloutFacts>['facts']

/** `codex exec`, which the SDKs start too, and the server that other agents call over MCP. */
const isOfProgram = ({ source, originator }: SessionMeta): boolean =>
  source === 'exec' ||
  source === 'mcp' ||
  (typeof originator === 'string' && /^codex_(exec|sdk|mcp)/i.test(originator))

type Spawned = { thread_spawn?: unknown }

/** Where a session came from, by its head. */
export const originOf = (meta: SessionMeta): { kind: SessionKind; parentId: string | null } => {
  const { subagent } = fieldsOf<{ subagent?: unknown }>(meta.source)
  const forkedFrom = textOrNull(meta.forked_from_id, 300)
  const isThread = meta.thread_source === 'subagent' || meta.thread_source === 'guardian_review'
  if (subagent === undefined && !isThread)
    return { kind: forkedFrom === null ? 'main' : 'fork', parentId: forkedFrom }
  const spawn = isObject(subagent) ? fieldsOf<Spawned>(subagent).thread_spawn : undefined
  const { parent_thread_id } = fieldsOf<SessionMeta>(spawn)
  const parentId =
    textOrNull(parent_thread_id, 300) ??
    textOrNull(meta.parent_thread_id, 300) ??
    forkedFrom ??
    textOrNull(meta.session_id, 300)
  return { kind: subagent === 'compact' ? 'compaction' : 'subagent', parentId }
}
