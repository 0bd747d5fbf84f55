import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCopilotCliSource } from './copilot-cli/copilot-cli.source.ts'
import { createCursorSource } from './cursor/cursor.source.ts'
import { createDroidSource } from './droid/droid.source.ts'
import { createPiSource } from './pi/pi.source.ts'
import { createQwenCodeSource } from './qwen-code/qwen-code.source.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe('a tool that is configured to keep its files elsewhere', () => {
  test.each([
    [createPiSource, { PI_CODING_AGENT_SESSION_DIR: 'custom' }, 'custom'],
    [createPiSource, { PI_CODING_AGENT_DIR: 'custom' }, 'custom/sessions'],
    [createQwenCodeSource, { QWEN_HOME: 'custom' }, 'custom/projects'],
    [createQwenCodeSource, { QWEN_HOME: 'other', QWEN_RUNTIME_DIR: 'custom' }, 'custom/projects'],
    [createCopilotCliSource, { COPILOT_HOME: 'custom' }, 'custom/session-state'],
    [createDroidSource, { FACTORY_HOME_OVERRIDE: 'custom' }, 'custom/.factory/sessions'],
    [createCursorSource, { CURSOR_DATA_DIR: 'custom' }, 'custom/projects'],
  ])('%o is looked for there: %j', async (create, names, place) => {
    const variables = Object.fromEntries(
      Object.entries(names).map(([name, value]) => [name, join(folder.path, value)]),
    )
    const path = join(folder.path, place)
    mkdirSync(path, { recursive: true })
    const source = create({ home: folder.path, platform: 'linux', variables })
    expect(await source.isInstalled()).toBe(true)
    expect(await source.watchPaths()).toEqual([path])
    const empty = create({ home: dirname(folder.path), platform: 'linux', variables: {} })
    expect(await empty.watchPaths()).not.toContain(path)
  })
})
