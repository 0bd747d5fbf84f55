import { Redis } from 'ioredis'

/** Valkey has sixteen by default; the first is for tests that need none of their own. */
const NUMBERS = Array.from({ length: 15 }, (_, n) => n + 1)
const LONGEST_S = 3_600

/**
 * An empty database of a Redis server for one run of the product: two that share one would do each other's jobs. Tests that
 * were killed leave theirs taken for an hour.
 */
export const takeRedisNumber = async (
  server: string,
): Promise<{ url: string; giveBack: () => Promise<void> }> => {
  const register = new Redis(server)
  const keyOf = (number: number) => `teamlore-e2e-database-${number}`
  try {
    for (const number of NUMBERS) {
      const isMine = await register.set(keyOf(number), process.pid, 'EX', LONGEST_S, 'NX')
      if (isMine === null) continue
      const url = `${server}/${number}`
      const own = new Redis(url)
      await own.flushdb()
      own.disconnect()
      const giveBack = async () => {
        await register.del(keyOf(number))
        register.disconnect()
      }
      return { url, giveBack }
    }
    throw new Error(`All ${NUMBERS.length} databases of ${server} are taken by tests.`)
  } catch (error) {
    register.disconnect()
    throw error
  }
}
