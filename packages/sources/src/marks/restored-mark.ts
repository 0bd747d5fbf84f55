import type { Block, MessageKind, MessageRole } from '@teamlore/shared'
import { messageKindSchema, messageRoleSchema } from '@teamlore/shared'
import { fieldsOf, isObject, textOrNull } from '../shared/values.ts'
import type { RestoredAs } from '../turns/session-draft.ts'

type Cut = NonNullable<Extract<Block, { type: 'tool_result' }>['cut']>

/**
 * Stands beside what was written back, where its tool does not look: by it the file is captured as the very session and messages that
 * it was written from. What the tool adds has none.
 */
type Mark = {
  key?: unknown
  parent?: unknown
  ts?: unknown
  role?: unknown
  kind?: unknown
  model?: unknown
  abandoned?: unknown
  cuts?: unknown
  session?: unknown
}
export type Marked = { teamlore?: unknown }

/** What a session was called before it got the name of a file. */
export type RestoredSession = {
  /** As its file names it. */
  as: string
  nativeId: string
  isFork: boolean
  title: string | null
}

const MAX_KEY = 300
/** As many as a session has. */
const MAX_TITLE = 10_000

export const readMark = ({ teamlore }: Marked): RestoredAs | null => {
  if (!isObject(teamlore)) return null
  const { key, parent, ts, role, kind, model, abandoned, cuts } = fieldsOf<Mark>(teamlore)
  const said = { role: messageRoleSchema.safeParse(role), kind: messageKindSchema.safeParse(kind) }
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY) return null
  if (!said.role.success || !said.kind.success) return null
  return {
    key,
    parent: textOrNull(parent, MAX_KEY),
    ts: textOrNull(ts, 40),
    role: said.role.data satisfies MessageRole,
    kind: said.kind.data satisfies MessageKind,
    model: textOrNull(model, 200),
    isAbandoned: abandoned === true,
    cuts: Array.isArray(cuts) ? cuts.map(cutOf) : [],
  }
}

const cutOf = (value: unknown): Cut | null => {
  const { chars, sha256 } = fieldsOf<{ chars?: unknown; sha256?: unknown }>(value)
  return typeof chars === 'number' &&
    Number.isSafeInteger(chars) &&
    chars > 0 &&
    typeof sha256 === 'string'
    ? { chars, sha256: sha256.slice(0, 64) }
    : null
}

/** Results that were cut when they were kept are so again. */
export const asCut = (blocks: readonly Block[], { cuts }: RestoredAs): Block[] => {
  let at = 0
  return blocks.map((block) => {
    if (block.type !== 'tool_result') return block
    const cut = cuts[at++]
    return cut ? { ...block, cut } : block
  })
}

export const readSessionMark = ({ teamlore }: Marked): RestoredSession | null => {
  const { session } = fieldsOf<Mark>(teamlore)
  const { as, native_id, fork, title } = fieldsOf<{
    as?: unknown
    native_id?: unknown
    fork?: unknown
    title?: unknown
  }>(session)
  const [name, nativeId] = [textOrNull(as, 300), textOrNull(native_id, 300)]
  if (name === null || nativeId === null) return null
  return { as: name, nativeId, isFork: fork === true, title: textOrNull(title, MAX_TITLE) }
}
