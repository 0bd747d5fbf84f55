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

describe('a tool that was told to keep its files elsewhere', () => {
  test.each([
    [createPiSource, { PI_CODING_AGENT_SESSION_DIR: 'told' }, 'told'],
    [createPiSource, { PI_CODING_AGENT_DIR: 'told' }, 'told/sessions'],
    [createQwenCodeSource, { QWEN_HOME: 'told' }, 'told/projects'],
    [createQwenCodeSource, { QWEN_HOME: 'other', QWEN_RUNTIME_DIR: 'told' }, 'told/projects'],
    [createCopilotCliSource, { COPILOT_HOME: 'told' }, 'told/session-state'],
    [createDroidSource, { FACTORY_HOME_OVERRIDE: 'told' }, 'told/.factory/sessions'],
    [createCursorSource, { CURSOR_DATA_DIR: 'told' }, 'told/projects'],
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
