import type { CapturedMessage, ReadEdit, ReadMessage } from '../source.ts'
import type { Turn, TurnEdit } from './session-draft.ts'
import { GONE, StartOverError } from './start-over.ts'

type Settled = { message: ReadMessage; edits: readonly ReadEdit[] }

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
 * them is what tells whether they are still the same.
 */
export const createKeptTurns = ({ isLenient = false, first = 24, last = 40 }: KeepOptions = {}) => {
  let isStrict = !isLenient
  let turns = new Map<Turn, Settled>()
  let coming: typeof turns = new Map()
  const gone = new WeakSet<Turn>()
  const goneEdits = new WeakMap<TurnEdit, ReadEdit>()

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
    const as = gone.has(turn) ? undefined : captured.message(message.key)
    if (as === undefined) return
    Object.assign(message, { blocks: GONE, captured: as })
    Object.assign(turn, { blocks: GONE, seed: null })
    gone.add(turn)
  }

  return {
    size: (): number => turns.size,
    /**
     * What a turn is now; of one that was let go, what it was then.
     *
     * @throws StartOverError when that is no longer true.
     */
    remember: (turn: Turn, now: Settled): Settled => {
      const before = gone.has(turn) ? turns.get(turn)?.message : undefined
      if (before !== undefined && now.message.blocks !== GONE) throw new StartOverError()
      const message =
        before === undefined ? now.message : stillIs(before, now.message, MESSAGE_FIELDS)
      const settled = { message, edits: now.edits.length === 0 ? NONE : editsOf(turn, now.edits) }
      coming.set(turn, settled)
      return settled
    },
    /** All turns there are now were told. */
    done: (): void => {
      turns = coming
      coming = new Map()
    },
    /** The hash that a turn without an id of its own was named by. */
    digestOf: (turn: Turn): string | undefined => {
      const key = gone.has(turn) ? turns.get(turn)?.message.key : undefined
      return key?.startsWith('h:') ? key.split(':')[1] : undefined
    },
    beStrict: (): void => {
      isStrict = true
    },
    letGo: (captured: CapturedAs): void => {
      const end = turns.size - last
      let hasPrompt = false
      let at = 0
      for (const [turn, settled] of turns) {
        if (at >= end) return
        const isFirstPrompt: boolean = !hasPrompt && turn.kind === 'human'
        hasPrompt ||= isFirstPrompt
        if (at++ >= first && !isFirstPrompt) letGoOf(turn, settled, captured)
      }
    },
  }
}

const NONE: readonly ReadEdit[] = []

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
