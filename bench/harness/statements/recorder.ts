import type { EngineConfig } from '@teamlore/db'
import { costOf, heaviestOf, type Plan, type StatementCost } from './plan-cost.ts'

type WrapQuery = NonNullable<EngineConfig['wrapQuery']>
type Query = Parameters<WrapQuery>[0]

/** What all runs of one statement cost within one activity, and its dearest run. */
export type Recorded = StatementCost & {
  activity: string
  statement: string
  calls: number
  dearest: StatementCost
  /** Where the dearest run read most. */
  heaviest: string
}

type Explained = StatementCost & { heaviest: string }

const NOTHING: StatementCost = { rows: 0, buffers: 0 }

export type Recorder = {
  wrapQuery: WrapQuery
  /** Records the statements of this work under a name; everything else passes unseen. */
  during<T>(activity: string, work: () => Promise<T>): Promise<T>
  recorded(): Recorded[]
}

const EXPLAIN = 'explain (analyze, buffers, timing off, costs off, format json)'
/**
 * In a small table the planner reads everything where it would take an index in a large one, once for each call: that grows
 * with the square, too, and says nothing of the statement. What has no index to take is read whole all the same.
 */
const BY_INDEX = 'set local enable_seqscan = off; set local random_page_cost = 0.01'
const SAVEPOINT = 'before_explained'
/** As the engine sends it along with the first statement of a transaction. */
const BEGIN = 'BEGIN;\n'

/** What a plan can be shown of and what is about rows; settings of a transaction and locks read none. */
const hasPlan = (text: string): boolean =>
  /^\s*(?:select|insert|update|delete|with|merge)\b/i.test(text) &&
  !/^\s*select\s+(?:set_config|pg_advisory|pg_notify)/i.test(text)

/** The same statement, however many values it was given. */
const nameOf = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, (literal) => (literal.length > 40 ? "'…'" : literal))
    .replace(/\$\d+/g, '$')
    .replace(/\s+/g, ' ')
    .replace(/\$(?:, ?\$)+/g, '$, …')
    .replace(/(\([^()]*\$[^()]*\)), ?(?:\([^()]*\$[^()]*\),? ?)+/g, '$1, …')
    .trim()

/**
 * Records what statements read, by rows and pages and not by the clock. Each is run once to be explained, undone, and run again
 * for its answer, in the transaction it belongs to.
 */
export const createRecorder = (): Recorder => {
  const byName = new Map<string, Recorded>()
  let activity: string | undefined

  const note = (during: string, text: string, { rows, buffers, heaviest }: Explained): void => {
    const statement = nameOf(text)
    const key = `${during}\n${statement}`
    const known = byName.get(key) ?? {
      calls: 0,
      rows: 0,
      buffers: 0,
      dearest: NOTHING,
      heaviest,
    }
    byName.set(key, {
      activity: during,
      statement,
      calls: known.calls + 1,
      rows: known.rows + rows,
      buffers: known.buffers + buffers,
      dearest: {
        rows: Math.max(known.dearest.rows, rows),
        buffers: Math.max(known.dearest.buffers, buffers),
      },
      heaviest: rows > known.dearest.rows ? heaviest : known.heaviest,
    })
  }

  const wrapQuery: WrapQuery = (query) => {
    const session = createExplainer(query)
    // One after the other: what is explained is several statements, between which nothing else may come.
    let last: Promise<unknown> = Promise.resolve()
    return (text, params, shape) => {
      const during = activity
      const answer = last.then(async () => {
        if (during === undefined) return session.ask(text, params, shape)
        const own = await session.begun(text)
        if (hasPlan(own)) {
          const cost = await session.explain(own, params)
          if (cost !== undefined) note(during, own, cost)
        }
        return session.ask(own, params, shape)
      })
      last = answer.catch(() => {})
      return answer
    }
  }

  return {
    wrapQuery,
    during: async (name, work) => {
      activity = name
      try {
        return await work()
      } finally {
        activity = undefined
      }
    },
    recorded: () => [...byName.values()],
  }
}

/** One session of the database, which knows whether a transaction is open. */
const createExplainer = (query: Query) => {
  let isOpen = false
  const send = (text: string) => query(text, [], 'object')
  return {
    ask: (text: string, params: readonly unknown[], shape: Parameters<Query>[2]) => {
      if (/^\s*begin\b/i.test(text)) isOpen = true
      else if (/^\s*(?:commit|rollback(?!\s+to))\b/i.test(text)) isOpen = false
      return query(text, params, shape)
    },
    /** A statement without the BEGIN that travels with it, which is sent. */
    begun: async (text: string): Promise<string> => {
      if (!text.startsWith(BEGIN)) return text
      await send('BEGIN')
      isOpen = true
      return text.slice(BEGIN.length)
    },
    /** Undefined where it fails, as it will when it is asked for its answer. */
    explain: async (text: string, params: readonly unknown[]): Promise<Explained | undefined> => {
      const [before, after] = isOpen
        ? [
            `savepoint ${SAVEPOINT}; ${BY_INDEX}`,
            `rollback to savepoint ${SAVEPOINT}; release savepoint ${SAVEPOINT}`,
          ]
        : [`begin; ${BY_INDEX}`, 'rollback']
      try {
        await send(before)
      } catch {
        return undefined
      }
      const found = await query(`${EXPLAIN} ${text}`, params, 'object').catch(() => undefined)
      await send(after)
      const [row] = (found?.rows ?? []) as { 'QUERY PLAN': string | Plan[] }[]
      const plans = row?.['QUERY PLAN']
      if (plans === undefined) return undefined
      const read: Plan[] = typeof plans === 'string' ? JSON.parse(plans) : plans
      return { ...costOf(read), heaviest: heaviestOf(read) }
    },
  }
}
