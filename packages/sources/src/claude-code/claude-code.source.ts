import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { findInPlaces } from '../shared/folders.ts'
import { settingsIn, shortest } from '../shared/kept-days.ts'
import type { Found, Source } from '../source.ts'
import { TOOL } from './assemble-session.ts'
import { locate } from './locate.ts'
import { openSession, readSession } from './read-session.ts'
import { recognise } from './recognise.ts'

type Options = {
  /** `CLAUDE_CONFIG_DIR`: one folder, or several with commas between them. */
  configDir?: string | undefined
  home?: string
}

/** Claude Code: one JSONL file per session, in a folder per project, and one per subagent below the session's folder. */
export const createClaudeCodeSource = ({ configDir, home = homedir() }: Options = {}): Source => {
  const roots = configured(configDir) ?? [join(home, '.claude'), join(home, '.config', 'claude')]
  const places = roots.map((root) => join(root, 'projects'))

  const existing = async (): Promise<string[]> => {
    const checked = await Promise.all(
      places.map(async (path) => ((await isFolder(path)) ? path : null)),
    )
    return checked.filter((path) => path !== null)
  }

  return {
    info: { name: TOOL, label: 'Claude Code' },
    isInstalled: async () => (await existing()).length > 0,
    async *find(path) {
      if (path !== undefined) yield* findUnder(resolve(path))
      else yield* findInPlaces(places, findUnder)
    },
    recognises: async (path, signal) => {
      const verdicts = (await firstRecords(path, signal)).map(recognise)
      return verdicts.find((verdict) => verdict !== 'undecided') === TOOL
    },
    read: readSession,
    open: openSession,
    keeps: async () =>
      shortest(
        await Promise.all(
          (await existing()).map(async (place) => {
            const file = join(dirname(place), 'settings.json')
            const { cleanupPeriodDays: days } = await settingsIn<ClaudeSettings>(file)
            const isSet = typeof days === 'number' && days >= 0
            return { days: isSet ? days : DEFAULT_DAYS, setting: 'cleanupPeriodDays', file }
          }),
        ),
      ),
    watchPaths: existing,
  }
}

type ClaudeSettings = { cleanupPeriodDays: unknown }

/** As Claude Code has it where nobody set it. */
const DEFAULT_DAYS = 30

const configured = (configDir: string | undefined): string[] | undefined => {
  const folders = configDir?.split(',').map((folder) => folder.trim())
  const named = folders?.filter((folder) => folder !== '')
  return named && named.length > 0 ? named : undefined
}

async function* findUnder(path: string): AsyncGenerator<Found> {
  if (!(await isFolder(path))) {
    yield { path, group: locate(path).group }
    return
  }
  // Group by group: the walk interleaves a project's sessions with the folders of their subagents, never projects.
  for await (const found of walkFiles(path, (name) => /\.jsonl$/i.test(name)))
    yield 'problem' in found ? found : { path: found.path, group: locate(found.path).group }
}
