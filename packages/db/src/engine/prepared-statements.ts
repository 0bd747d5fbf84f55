import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import { createSeenTexts } from './statement-habits.ts'

/** Statements that are kept. Each holds its plan in the memory of the database: 140 KB for a join of three tables under policies. */
const MOST_KEPT = 400

type Statement = { name: string; parameterTypes: readonly number[] }

export type PreparedStatements = {
  /** As `pglite.query`. */
  query(
    text: string,
    params: readonly unknown[],
    options: QueryOptions,
  ): Promise<Results | undefined>
  /** Forgets all of them: what a table looks like has changed, and what a statement returns may have. */
  forgetAll(): Promise<void>
}

const { serialize } = protocol

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

type Session = Pick<PGlite, 'query' | 'exec' | 'execProtocolStream' | 'serializers' | 'parsers'>

/** Statements of the wire protocol, each in one step. */
const createStatements = (pglite: Session) => {
  let made = 0
  const send = (...parts: Uint8Array[]) =>
    pglite.execProtocolStream(joined([...parts, serialize.sync()]), { syncToFs: false })

  const serialized = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : pglite.serializers[type]
    return serializer === undefined ? String(value) : serializer(value)
  }

  return {
    prepare: async (text: string): Promise<Statement> => {
      made += 1
      const name = `lore_${made}`
      const described = await send(
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
      )
      return { name, parameterTypes: parse.parseDescribeStatementResults(described) }
    },
    run: async (
      { name, parameterTypes }: Statement,
      params: readonly unknown[],
      options: QueryOptions,
    ): Promise<Results | undefined> => {
      const values = params.map((value, n) => serialized(value, parameterTypes[n]))
      const answers = await send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
      return parse.parseResults(answers, pglite.parsers, options)[0]
    },
    drop: async ({ name }: Statement): Promise<void> => {
      await send(serialize.close({ type: 'S', name }))
    },
  }
}

/**
 * Keeps statements that come again, by name. `pglite.query` parses and plans each text again, in five steps, which takes
 * 1.5 ms and more where policies guard the tables; what is kept takes 0.3 ms, in one step. Postgres itself makes a plan again
 * when statistics, indexes or the role change.
 */
export const createPreparedStatements = (pglite: Session): PreparedStatements => {
  const comesAgain = createSeenTexts()
  const statements = createStatements(pglite)
  /** What was used last stands last. */
  const kept = new Map<string, Statement>()

  const prepare = async (text: string): Promise<Statement> => {
    const [oldest] = kept.size < MOST_KEPT ? [] : kept
    if (oldest !== undefined) {
      kept.delete(oldest[0])
      await statements.drop(oldest[1])
    }
    return statements.prepare(text)
  }

  return {
    query: async (text, params, options) => {
      const known = kept.get(text)
      if (known === undefined && !comesAgain(text)) return pglite.query(text, [...params], options)
      const statement = known ?? (await prepare(text))
      kept.delete(text)
      kept.set(text, statement)
      return statements.run(statement, params, options)
    },
    forgetAll: async () => {
      if (kept.size === 0) return
      kept.clear()
      // In a transaction that has failed it cannot be done; what is left there is used by nobody.
      await pglite.exec('deallocate all').catch(() => {})
    },
  }
}
