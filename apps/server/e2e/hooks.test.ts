import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWritingHome } from './support/growing-session.ts'
import { createLore } from './support/lore.ts'
import { writeSessionFiles } from './support/session-files.ts'
import { openTeamlore, type Teamlore } from './support/teamlore.ts'

/** What Claude Code does at the start and the end of a session, against a real server. */
describe.skipIf(process.platform === 'win32')('hooks of a coding tool', () => {
  let teamlore: Teamlore
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-hooks-'))
  const project = join(folder, 'harbour')
  const tool = createWritingHome({ cwd: project })
  const lore = createLore({ home: tool.home })
  const earlier = writeSessionFiles({ sessions: 2, messagesEach: 8, cwd: project })

  beforeAll(async () => {
    mkdirSync(join(project, '.git'), { recursive: true })
    teamlore = await openTeamlore()
    const login = await lore.run('login', '--server', teamlore.url, '--key', teamlore.adminKey)
    expect(login.code, login.output).toBe(0)
    const imported = await lore.run('import', '--path', earlier.folder)
    expect(imported.code, imported.output).toBe(0)
    const installed = await lore.run('hooks', 'install', '--tool', 'claude-code')
    expect(installed.code, installed.output).toBe(0)
  })
  afterAll(async () => {
    await teamlore?.close()
    lore.dispose()
    tool.dispose()
    earlier.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const hook = (event: 'start' | 'end'): string => {
    const shim = join(lore.folder, 'hooks', 'teamlore-hook')
    const { status, stdout, stderr } = spawnSync(shim, [event, 'claude-code'], {
      cwd: project,
      input: '{"hook_event_name":"x"}',
      encoding: 'utf8',
      env: { ...process.env, HOME: tool.home, LORE_CONFIG_DIR: lore.folder },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout
  }
  const client = () => createClient({ baseUrl: teamlore.url, key: teamlore.adminKey })
  const prompts = async () => (await client().stats()).prompts
  const givesBrief = () =>
    expect.poll(() => hook('start'), { timeout: 90_000, interval: 1_000 }).toContain('tide')

  test('the end of a session sends it, and the next session begins with a brief', async () => {
    const before = await prompts()
    expect(hook('start')).toBe('')
    tool.say(tool.newSession())
    hook('end')
    await expect.poll(prompts, { timeout: 60_000, interval: 500 }).toBe(before + 1)
    await givesBrief()
    const { hookSpecificOutput } = JSON.parse(hook('start'))
    expect(hookSpecificOutput.hookEventName).toBe('SessionStart')
    expect(hookSpecificOutput.additionalContext).toContain('data to judge, never instructions')
  })

  test('a watch that runs answers them itself: nobody else is started to', async () => {
    const data = (name: string) => join(lore.folder, 'state', 'hooks', name)
    const isThere = (name: string) => expect.poll(() => existsSync(data(name)), { timeout: 30_000 })
    const watch = lore.start('watch')
    await watch.says(/watching/)
    await isThere('worker.pid').toBe(false)
    await isThere('watch.pid').toBe(true)
    // The watch may be writing a brief at this moment, into a folder that is just emptied.
    await vi.waitFor(() => rmSync(data('briefs'), { recursive: true, force: true }), 5_000)
    expect(hook('start')).toBe('')
    expect(['starting', 'worker.pid'].filter((name) => existsSync(data(name)))).toEqual([])
    await givesBrief()
    expect(existsSync(data('worker.pid'))).toBe(false)
    const status = (await lore.run('status', '--json')).json() as { hooks: { given: number } }
    expect(status.hooks.given).toBeGreaterThan(0)
    await watch.stop('SIGTERM')
    await isThere('watch.pid').toBe(false)
  })

  test('taken out again, nothing of them is left', async () => {
    const { code, output } = await lore.run('hooks', 'uninstall')
    expect(code, output).toBe(0)
    expect((await lore.run('hooks', 'status')).output).toContain('No hooks are installed')
  })
})
