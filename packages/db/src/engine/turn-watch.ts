import { AsyncLocalStorage } from 'node:async_hooks'
import type { Lane } from './session-turns.ts'
import type { QueryFunction } from './transaction-runner.ts'

/** How somebody had the one session of the embedded database to themselves. */
export type Turn = {
  lane: Lane
  /** What was at work: a job, a use case. */
  work: string
  waitedMs: number
  tookMs: number
  statements: number
  /** Text of the statement that took longest, without its values, and how long that was. */
  slowest: string
  slowestMs: number
}

export type OnTurn = (turn: Turn) => void

const UNNAMED = 'unnamed'
const TEXT_CHARACTERS = 300

export type TurnWatch = {
  /** Turns that are asked for within `run` are those of `work`. */
  named<T>(work: string, run: () => T): T
  /** Call it when the turn is asked for. */
  ask(lane: Lane, work?: string): AskedTurn
}

type AskedTurn = {
  begin(): void
  /** The same, and notes how long each statement took. */
  watching(query: QueryFunction): QueryFunction
  end(): void
}

const UNWATCHED: AskedTurn = { begin: () => {}, watching: (query) => query, end: () => {} }

export const createTurnWatch = (
  onTurn: OnTurn | undefined,
  clock: () => number = () => performance.now(),
): TurnWatch => {
  const current = new AsyncLocalStorage<string>()
  return {
    named: (work, run) => current.run(work, run),
    ask: (lane, work) =>
      onTurn === undefined
        ? UNWATCHED
        : watched({ lane, work: work ?? current.getStore() ?? UNNAMED }, onTurn, clock),
  }
}

const watched = (
  about: Pick<Turn, 'lane' | 'work'>,
  onTurn: OnTurn,
  clock: () => number,
): AskedTurn => {
  const asked = clock()
  let began = asked
  const seen = { statements: 0, slowest: '', slowestMs: 0 }
  return {
    begin: () => {
      began = clock()
    },
    watching: (query) => async (text, params, shape) => {
      const since = clock()
      try {
        return await query(text, params, shape)
      } finally {
        const ms = clock() - since
        seen.statements += 1
        if (ms > seen.slowestMs) Object.assign(seen, { slowest: short(text), slowestMs: ms })
      }
    },
    end: () => {
      const tookMs = clock() - began
      onTurn({ ...about, waitedMs: began - asked, tookMs, ...seen })
    },
  }
}

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_CHARACTERS)
