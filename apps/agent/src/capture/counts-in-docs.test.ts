import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@teamlore/shared'
import { sharedSamples } from '@teamlore/sources/testing/shared-samples'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { expect, test } from 'vitest'
import { count } from '../output/format.ts'
import type { ToolFigures } from './import.types.ts'
import { runImport } from './run-import.ts'

const PAGE = fileURLToPath(new URL('../../../../docs/capture.md', import.meta.url))
const samples = sharedSamples('')

const rowOf = (figures: ToolFigures): string => {
  const { tool, files, sessions, messages, prompts, edits, outputTokens, badLines } = figures
  const counts = [files, sessions, messages, prompts, edits, outputTokens, badLines].map(count)
  return `| \`${tool}\` | ${counts.join(' | ')} |`
}

/** The table under "How much is read", without its head. */
const rowsOfPage = (): string[] => {
  const [, chapter = ''] = readFileSync(PAGE, 'utf8').split('## How much is read')
  return chapter.split('\n').filter((line) => line.startsWith('| `'))
}

/** As `lore import --dry-run --path FOLDER` on a machine that nothing was captured on. */
const dryRun = async (path: string) => {
  const nowhere = temporaryFolder()
  try {
    return await runImport({
      client: createClient({ baseUrl: 'http://127.0.0.1:9' }),
      machine: { fingerprint: '0'.repeat(32), name: 'x', platform: 'x', agent_version: '0' },
      serverId: 'tea_1',
      stateDir: nowhere.path,
      server: 'http://127.0.0.1:9',
      spoolLimitBytes: 1,
      rulesFile: `${nowhere.path}/redaction.json`,
      path,
      surroundings: { home: nowhere.path, platform: 'linux', variables: {} },
      dryRun: true,
    })
  } finally {
    nowhere.remove()
  }
}

test.skipIf(!samples.isThere)(
  'the figures in docs/capture.md are those an import of the samples gives',
  async () => {
    const { tools } = await dryRun(samples.path)
    expect(rowsOfPage()).toEqual(tools.map(rowOf))
  },
  240_000,
)
