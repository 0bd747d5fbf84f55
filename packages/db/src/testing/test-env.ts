export type TestTarget = { kind: 'embedded' } | { kind: 'postgres'; serverUrl: string }

/** Which engine this run of the tests is for. */
export const testTarget = (): TestTarget => {
  const { TEST_ENGINE, TEST_DATABASE_URL } = process.env
  if (TEST_ENGINE !== 'postgres') return { kind: 'embedded' }
  if (!TEST_DATABASE_URL) {
    throw new Error(
      'TEST_ENGINE=postgres needs TEST_DATABASE_URL=postgres://user@host:port/database',
    )
  }
  return { kind: 'postgres', serverUrl: TEST_DATABASE_URL }
}

/** Real servers that batteries run on in addition, when there are any. */
export const testServers = (): {
  databaseUrl: string | undefined
  redisUrl: string | undefined
} => {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
  return { databaseUrl: TEST_DATABASE_URL || undefined, redisUrl: TEST_REDIS_URL || undefined }
}
