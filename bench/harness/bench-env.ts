import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The only reader of the environment among the benchmarks. */
export const benchEnv = () => {
  const { TEST_DATABASE_URL, TEST_REDIS_URL, TEST_NODES, TEAMLORE_SHARED_DIR } = process.env
  return {
    /** Server on which `--engine postgres` makes a database of its own. */
    databaseUrl: TEST_DATABASE_URL || undefined,
    /** Server of queues for benches of the deployed processes. */
    redisUrl: TEST_REDIS_URL || undefined,
    /** Folders with a program `node` of other versions. */
    nodes: (TEST_NODES ?? '').split(delimiter).filter((folder) => folder !== ''),
    /** Folder with labelled data that does not belong to the project. */
    sharedDir: TEAMLORE_SHARED_DIR || fileURLToPath(new URL('../../../shared', import.meta.url)),
  }
}
