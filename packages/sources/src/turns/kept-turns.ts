import type { CapturedMessage, ReadEdit, ReadMessage } from '../read-session.ts'
import { createPool } from './pool.ts'
import type { Turn, TurnEdit } from './session-draft.ts'
import { GONE, StartOverError } from './start-over.ts'

type Settled = { readonly message: ReadMessage; edits: readonly ReadEdit[] }

/** Says how something was captured; undefined while it is not. */
export type CapturedAs = {
  message: (key: string) => CapturedMessage | undefined
  edit: (key: string) => string | undefined
}

export type KeptTurns = ReturnType<typeof createKeptTurns>

export type KeepOptions = {
  /**
   * Takes messages that were let go as they are now, for who does not need their contents; else they have to stay what they
   * were when they were captured.
   */
  isLenient?: boolean
  /** How many messages stay whole at both ends: of the first the title is made, and the last still grow. */
  first?: number
  last?: number
}

/**
 * What became of the turns of a session that is read on as it grows. Those that were captured are let go: all that stays of
 * them is what shows whether they are still the same.
 */
export const createKeptTurns = ({ isLenient = false, first = 24, last = 40 }: KeepOptions = {}) => {
  let isStrict = !isLenient
  const known = new Map<Turn, Settled>()
  const goneKeys = new Set<string>()
  let turns: readonly Turn[] = []
  const goneEdits = new WeakMap<TurnEdit, ReadEdit>()
  const share = createSharing()

  /** @throws StartOverError when what was let go is something else now. */
  const stillIs = <T extends object>(before: T, now: T, fields: readonly (keyof T)[]): T => {
    if (isSame(before, now, fields)) return before
    if (isStrict) throw new StartOverError()
    return Object.assign(before, now)
  }

  const editsOf = ({ edits = [] }: Turn, now: readonly ReadEdit[]): readonly ReadEdit[] =>
    now.map((edit, at) => {
      const of = edits[at]
      const before = of && goneEdits.get(of)
      return before === undefined ? edit : stillIs(before, edit, EDIT_FIELDS)
    })

  const letGoOf = (turn: Turn, { message, edits }: Settled, captured: CapturedAs): void => {
    letGoOfEdits(turn.edits, { edits, captured, goneEdits })
    const as = message.captured ? undefined : captured.message(message.key)
    if (as === undefined) return
    Object.assign(message, { blocks: GONE, captured: as })
    Object.assign(turn, { blocks: GONE, seed: null })
    share(message, ['model', 'cwd', 'git_branch', 'tool_version'])
    share(turn, ['model', 'cwd', 'gitBranch', 'version'])
    goneKeys.add(message.key)
  }

  return {
    size: (): number => turns.length,
    /**
     * What a turn is now; of one that was let go, what it was then.
     *
     * @throws StartOverError when that is no longer true.
     */
    remember: (turn: Turn, message: ReadMessage, edits: readonly ReadEdit[]): Settled => {
      const before = known.get(turn)
      if (before?.message.captured === undefined) {
        const settled = { message, edits: edits.length === 0 ? edits : editsOf(turn, edits) }
        known.set(turn, settled)
        return settled
      }
      if (turn.blocks !== GONE) throw new StartOverError()
      if (message !== before.message) stillIs(before.message, message, MESSAGE_FIELDS)
      if (edits.length > 0 || before.edits.length > 0) before.edits = editsOf(turn, edits)
      return before
    },
    /** These are all turns there are now. */
    done: (now: readonly Turn[]): void => {
      turns = now
    },
    /** The message of a turn that was let go. */
    goneOf: (turn: Turn): ReadMessage | undefined => {
      const message = known.get(turn)?.message
      return message?.captured === undefined ? undefined : message
    },
    /** Whether a message that was let go has this key. */
    hasGone: (key: string): boolean => goneKeys.has(key),
    beStrict: (): void => {
      isStrict = true
    },
    letGo: (captured: CapturedAs): void => {
      const end = turns.length - last
      const prompt = turns.findIndex(({ kind }) => kind === 'human')
      for (let at = first; at < end; at++) {
        const turn = turns[at]
        const settled = turn && !isAllGone(turn) && known.get(turn)
        if (turn && settled && at !== prompt) letGoOf(turn, settled, captured)
      }
    },
  }
}

/** So it is with most, which then need not be looked up. An edit may be found after its message was let go. */
const isAllGone = ({ blocks, edits }: Turn): boolean => blocks === GONE && !edits?.length

/** Values that most messages share are held in memory once. */
const createSharing = () => {
  const pooled = createPool()
  return <T extends object>(of: T, names: readonly (keyof T)[]): void => {
    for (const name of names) {
      const text = of[name]
      if (typeof text === 'string') of[name] = pooled(text)
    }
  }
}

type Letting = {
  edits: readonly ReadEdit[]
  captured: CapturedAs
  goneEdits: WeakMap<TurnEdit, ReadEdit>
}

const letGoOfEdits = (
  turnEdits: Turn['edits'] = [],
  { edits, captured, goneEdits }: Letting,
): void => {
  for (const [at, edit] of edits.entries()) {
    const of = turnEdits[at]
    const hash = captured.edit(edit.key)
    if (of === undefined || hash === undefined || goneEdits.has(of)) continue
    Object.assign(edit, { addedText: GONE, removedText: GONE, captured: hash })
    Object.assign(of, { addedText: GONE, removedText: GONE })
    goneEdits.set(of, edit)
  }
}

const MESSAGE_FIELDS = [
  'key',
  'parent_key',
  'ts',
  'role',
  'kind',
  'model',
  'usage',
  'cwd',
  'git_branch',
  'tool_version',
  'is_abandoned',
  'is_replay',
] as const satisfies readonly (keyof ReadMessage)[]

const EDIT_FIELDS = [
  'key',
  'message_key',
  'tool_call_id',
  'ts',
  'path',
  'operation',
] as const satisfies readonly (keyof ReadEdit)[]

/** Whether two states of one message, or of one edit, are the same but for their contents. */
const isSame = <T>(before: T, now: T, fields: readonly (keyof T)[]): boolean => {
  for (const name of fields) {
    const [was, is] = [before[name], now[name]]
    if (was !== is && (typeof is !== 'object' || JSON.stringify(was) !== JSON.stringify(is)))
      return false
  }
  return true
}
