import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '@teamlore/db'
import { createQueueBackend } from '@teamlore/queue'

/**
 * Vitest's globalSetup: the folder of an embedded database with all of its tables and nothing in them. A server that finds a copy of
 * it has only to open it; making one takes most of a first start, which is tested where it is what a test is about.
 */
export const setup = async (): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-prepared-'))
  const engine = await openEngine({ kind: 'embedded', dataDir: folder })
  await engine.migrate()
  const queue = await createQueueBackend({ kind: 'embedded', pool: engine.pgPool() })
  await queue.migrate()
  await queue.close()
  await engine.close()
  process.env['E2E_PREPARED_DATABASE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
