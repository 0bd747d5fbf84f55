import { fileURLToPath } from 'node:url'

/** The only reader of the environment among the benchmarks. */
export const benchEnv = () => {
  const { TEST_DATABASE_URL, TEAMLORE_SHARED_DIR } = process.env
  return {
    /** Server on which `--engine postgres` makes a database of its own. */
    databaseUrl: TEST_DATABASE_URL || undefined,
    /** Folder with labelled data that does not belong to the project. */
    sharedDir: TEAMLORE_SHARED_DIR || fileURLToPath(new URL('../../../shared', import.meta.url)),
  }
}
