import type { SessionTransaction } from './transaction-runner.ts'

const OLDEST_SERVER = 15
const OLDEST_VECTOR = '0.7.0'

/** Host, port and database without the password. */
export const describeServer = (url: string): string => {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname || 'localhost'}:${port || '5432'}${pathname}`
  } catch {
    return 'an address that is not a URL'
  }
}

const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  for (let part = 0; part < 3; part += 1) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

export type ServerFacts = {
  serverVersion: string
  serverMajor: number
  vectorAvailable: string | null
  vectorInstalled: string | null
}

/** What is wrong with this server and what to do about it; `undefined` when it will do. */
export const findServerProblem = (facts: ServerFacts): string | undefined => {
  const { serverVersion, serverMajor, vectorAvailable, vectorInstalled } = facts
  if (serverMajor < OLDEST_SERVER) {
    return `runs PostgreSQL ${serverVersion}, but Teamlore needs ${OLDEST_SERVER} or newer. Upgrade the server.`
  }
  if (vectorInstalled !== null && isOlder(vectorInstalled, OLDEST_VECTOR)) {
    return `has pgvector ${vectorInstalled} in this database, but Teamlore needs ${OLDEST_VECTOR} or newer. Run: ALTER EXTENSION vector UPDATE`
  }
  if (vectorInstalled === null && vectorAvailable === null) {
    return 'has no pgvector. Install the package for your PostgreSQL (postgresql-NN-pgvector), or use the image pgvector/pgvector.'
  }
  if (
    vectorInstalled === null &&
    vectorAvailable !== null &&
    isOlder(vectorAvailable, OLDEST_VECTOR)
  ) {
    return `offers pgvector ${vectorAvailable}, but Teamlore needs ${OLDEST_VECTOR} or newer. Upgrade the package.`
  }
  return undefined
}

const FACTS = `
  select current_setting('server_version') as "serverVersion",
    current_setting('server_version_num')::int / 10000 as "serverMajor",
    (select default_version from pg_available_extensions where name = 'vector') as "vectorAvailable",
    (select extversion from pg_extension where extname = 'vector') as "vectorInstalled"`

const rootMessage = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || String(Reflect.get(cause, 'code'))
}

/** @throws when the server cannot be reached or is too old. */
export const checkServer = async (session: SessionTransaction, url: string): Promise<void> => {
  const place = describeServer(url)
  const { rows } = await session.query(FACTS, [], 'object').catch((cause: unknown) => {
    throw new Error(
      `Cannot use the database ${place}: ${rootMessage(cause)}. Check DATABASE_URL.`,
      {
        cause,
      },
    )
  })
  const [facts] = rows as ServerFacts[]
  const problem = facts === undefined ? 'did not answer.' : findServerProblem(facts)
  if (problem !== undefined) throw new Error(`The database ${place} ${problem}`)
}
