import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))

const sharedFolder = process.env['TEAMLORE_SHARED_DIR'] ?? join(repositoryRoot, '..', 'shared')

/** Real session files, when this machine has them; else undefined, and the tests that need them say so. */
export const realClaudeCodeSessions: string | undefined = [
  join(sharedFolder, 'sessions/claude-code'),
].find((folder) => existsSync(folder))

export const isRealLane = process.env['TEST_ENGINE'] === 'postgres'
