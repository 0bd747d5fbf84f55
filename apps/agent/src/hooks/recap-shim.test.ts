import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHookCounts } from './hook-counts.ts'
import { hookPlaces } from './hook-places.ts'
import { takeNudges } from './nudges.ts'
import { posixShim } from './shim.ts'

const SHELLS = ['/bin/sh', '/bin/bash', '/usr/bin/dash', '/bin/busybox', '/bin/zsh'].filter(
  existsSync,
)

describe.skipIf(process.platform === 'win32').each(SHELLS)(
  'the hooks around a shortened conversation, in %s',
  (shell) => {
    let folder: ReturnType<typeof temporaryFolder>
    let places: ReturnType<typeof hookPlaces>
    let project = ''
    beforeEach(() => {
      folder = temporaryFolder()
      const state = join(folder.path, "it's a $(state)")
      places = hookPlaces({ configDir: folder.path, stateDir: state }, 'linux')
      project = join(folder.path, "ana's harbour")
      for (const made of [places.data, join(folder.path, 'hooks'), join(project, '.git')])
        mkdirSync(made, { recursive: true })
      const lore = ['/nowhere/node', '/nowhere/lore.mjs'] as const
      writeFileSync(places.shim, posixShim({ dataDir: places.data, lore }))
      chmodSync(places.shim, 0o755)
      const place = join("it's a $(state)", 'hooks', 'briefs', project)
      folder.write(join(place, 'hook.json'), 'the brief')
      folder.write(join(place, 'gemini.json'), 'the brief')
    })
    afterEach(() => folder.remove())

    const call = (event: string, tool: string, said: object = {}) => {
      const before = shell.endsWith('busybox') ? ['sh'] : []
      const { status, stdout, stderr } = spawnSync(shell, [...before, places.shim, event, tool], {
        cwd: project,
        input: `${JSON.stringify({ session_id: 'abc-1', model: 'claude-opus-5-5', ...said })}\n`,
        env: { PATH: process.env['PATH'] } as NodeJS.ProcessEnv,
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return stdout
    }
    const fetched = (name: string, text = 'the recap') =>
      folder.write(join("it's a $(state)", 'hooks', 'recaps', name), text)
    const compacts = async () =>
      (await takeNudges(places.nudges)).filter(({ event }) => event === 'compact')

    test('report which session is shortened, before it is', async () => {
      expect(call('compact', 'claude-code', { trigger: 'auto' })).toBe('')
      expect(await takeNudges(places.nudges)).toEqual([
        { event: 'compact', tool: 'claude-code', folder: project, session: 'abc-1' },
      ])
      call('compact', 'claude-code', { session_id: '../../etc/passwd' })
      expect(await takeNudges(places.nudges)).toEqual([])
    })

    test.each(['claude-code', 'codex'])('give %s its recap once, then the brief', async (tool) => {
      fetched(`${tool}-abc-1`)
      fetched(`${tool}-other`)
      expect(call('start', tool, { source: 'compact' })).toBe('the recap')
      expect(call('start', tool, { source: 'compact' })).toBe('the brief')
      expect(readdirSync(places.recaps)).toEqual([`${tool}-other`])
      expect(await readHookCounts(places)).toMatchObject({ recap: 1, given: 1 })
    })

    test('give another session, or an old recap, the brief', () => {
      const path = fetched('claude-code-abc-1')
      expect(call('start', 'claude-code', { session_id: 'new' })).toBe('the brief')
      const old = new Date(Date.now() - 3_600_000)
      utimesSync(path, old, old)
      expect(call('start', 'claude-code')).toBe('the brief')
    })

    test('give Gemini CLI its recap with the next prompt, and nothing with others', () => {
      expect(call('prompt', 'gemini')).toBe('')
      fetched('gemini-abc-1')
      expect(call('prompt', 'gemini', { session_id: 'other' })).toBe('')
      expect(call('prompt', 'gemini')).toBe('the recap')
      expect(call('prompt', 'gemini')).toBe('')
    })

    test('fetch no second recap for one that may have filled the conversation itself', async () => {
      call('compact', 'claude-code')
      expect(await compacts()).toHaveLength(1)
      fetched('claude-code-abc-1')
      expect(call('start', 'claude-code')).toBe('the recap')
      call('compact', 'claude-code')
      expect(await compacts()).toEqual([])
      expect(await readHookCounts(places)).toMatchObject({ held: 1 })
      // A turn came to its end, so the session works on.
      call('stop', 'claude-code')
      call('compact', 'claude-code')
      expect(await compacts()).toHaveLength(1)
    })

    test('fetch one again in a turn that goes on for long', async () => {
      fetched('claude-code-abc-1')
      call('start', 'claude-code')
      const old = new Date(Date.now() - 600_000)
      utimesSync(join(places.turns, 'claude-code-abc-1.recap'), old, old)
      call('compact', 'claude-code')
      expect(await compacts()).toHaveLength(1)
    })

    test('note the model of the session for the next brief', async () => {
      call('start', 'claude-code')
      const place = join(places.briefs, project)
      const noted = () => readFileSync(join(place, 'given.model.claude-code'), 'utf8')
      await expect.poll(noted).toBe('claude-opus-5-5\n')
    })
  },
)
