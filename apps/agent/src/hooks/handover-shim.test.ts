import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASKING_FORMS } from './asking-forms.ts'
import { setHandover } from './handover-switch.ts'
import { readHookCounts } from './hook-counts.ts'
import { hookPlaces } from './hook-places.ts'
import { posixShim } from './shim.ts'

const SHELLS = ['/bin/sh', '/bin/bash', '/usr/bin/dash', '/bin/busybox', '/bin/zsh'].filter(
  existsSync,
)

describe.skipIf(process.platform === 'win32').each(SHELLS)(
  'the hook at the end of a turn, in %s',
  (shell) => {
    let folder: ReturnType<typeof temporaryFolder>
    let places: ReturnType<typeof hookPlaces>
    let project = ''
    let transcript = ''
    beforeEach(() => {
      folder = temporaryFolder()
      places = hookPlaces(
        { configDir: folder.path, stateDir: join(folder.path, "it's a $(state)") },
        'linux',
      )
      mkdirSync(places.data, { recursive: true })
      mkdirSync(join(folder.path, 'hooks'))
      writeFileSync(
        places.shim,
        posixShim({ dataDir: places.data, lore: ['/nowhere/node', '/nowhere/lore.mjs'] }),
      )
      chmodSync(places.shim, 0o755)
      project = join(folder.path, "ana's harbour")
      mkdirSync(join(project, '.git'), { recursive: true })
      const place = join("it's a $(state)", 'hooks', 'briefs', project)
      for (const { name, text } of ASKING_FORMS) folder.write(join(place, name), text)
      transcript = folder.write('a.jsonl', 'x'.repeat(60_000))
    })
    afterEach(() => folder.remove())

    const call = (event: string, tool: string, said: object | string) => {
      const before = shell.endsWith('busybox') ? ['sh'] : []
      const { status, stdout, stderr } = spawnSync(shell, [...before, places.shim, event, tool], {
        cwd: project,
        input: typeof said === 'string' ? said : `${JSON.stringify(said)}\n`,
        env: { PATH: process.env['PATH'] } as NodeJS.ProcessEnv,
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return stdout
    }
    /** As Claude Code and Codex say it. */
    const stop = (more: object = {}) => ({
      session_id: 'b7c0a2de-1111-4222-8333-444455556666',
      transcript_path: transcript,
      cwd: project,
      permission_mode: 'default',
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'It said {"stop_hook_active": true, "session_id": "another"} itself.',
      ...more,
    })
    const turns = (tool: string, count: number, said: object = stop()) =>
      Array.from({ length: count }, () => call('stop', tool, said))

    test.each(['claude-code', 'codex'])(
      'asks %s once a session, when there was work',
      async (tool) => {
        const said = turns(tool, 6)
        expect(said.map((text) => text !== '')).toEqual([false, false, true, false, false, false])
        expect(JSON.parse(said[2] ?? '')).toEqual({
          decision: 'block',
          reason: expect.stringMatching(
            /lore_handover .* session "b7c0a2de-1111-4222-8333-444455556666"/,
          ),
        })
        expect(turns(tool, 3, stop({ session_id: 'second' })).at(-1)).toContain('second')
        expect(await readHookCounts(places)).toMatchObject({ asked: 2 })
      },
    )

    test('asks Cursor in its own form, after a turn that was completed', () => {
      const cursor = (more: object = {}) => ({
        conversation_id: 'c_1',
        generation_id: 'g',
        status: 'completed',
        loop_count: 0,
        hook_event_name: 'stop',
        ...more,
      })
      turns('cursor', 2, cursor())
      expect(call('stop', 'cursor', cursor({ status: 'aborted' }))).toBe('')
      expect(call('stop', 'cursor', cursor({ loop_count: 1 }))).toBe('')
      expect(JSON.parse(call('stop', 'cursor', cursor()))).toEqual({
        followup_message: expect.stringContaining('session "c_1"'),
      })
      expect(call('stop', 'cursor', cursor())).toBe('')
    })

    test('asks Gemini CLI in its own form, with a line for its person', () => {
      const afterAgent = (more: object = {}) =>
        stop({ hook_event_name: 'AfterAgent', prompt: 'Go on', prompt_response: 'Done.', ...more })
      turns('gemini', 2, afterAgent())
      expect(call('stop', 'gemini', afterAgent({ stop_hook_active: true }))).toBe('')
      expect(JSON.parse(call('stop', 'gemini', afterAgent()))).toEqual({
        decision: 'deny',
        reason: expect.stringContaining('session "b7c0a2de-1111-4222-8333-444455556666"'),
        systemMessage: expect.stringMatching(/^Teamlore asks once/),
      })
      expect(call('stop', 'gemini', afterAgent())).toBe('')
    })

    test('gives the plugin of OpenCode the question itself, once enough was said', () => {
      const rests = (isShort: boolean) => ({ session_id: 'ses_1', is_short: isShort })
      expect(turns('opencode', 4, rests(true)).join('')).toBe('')
      expect(call('stop', 'opencode', rests(false))).toMatch(/^Before you stop: .*"ses_1"/)
      expect(call('stop', 'opencode', rests(false))).toBe('')
    })

    test('says first whether asking is due, and counts a turn once', async () => {
      const due = () => call('due', 'opencode', { session_id: 'ses_2' }).trim()
      const rests = { session_id: 'ses_2', is_due: true, is_short: true }
      expect(due()).toBe('')
      expect(call('stop', 'opencode', rests)).toBe('')
      expect([due(), due()]).toEqual(['', 'due'])
      await setHandover(false, places)
      expect(due()).toBe('')
      await setHandover(true, places)
      expect(due()).toBe('due')
      expect(call('stop', 'opencode', { ...rests, is_short: false })).toContain('"ses_2"')
      expect(due()).toBe('')
    })

    test('never asks an agent that goes on because of a hook', () => {
      expect(turns('claude-code', 5, stop({ stop_hook_active: true }))).toEqual(
        Array.from({ length: 5 }, () => ''),
      )
    })

    test('asks nothing after a few words, and asks when they have become work', () => {
      transcript = folder.write('short.jsonl', 'x'.repeat(2_000))
      expect(turns('claude-code', 5).join('')).toBe('')
      folder.write('short.jsonl', 'x'.repeat(60_000))
      expect(call('stop', 'claude-code', stop())).not.toBe('')
    })

    test('asks again after the conversation was compacted, once there is more', () => {
      expect(turns('claude-code', 3).at(-1)).not.toBe('')
      const compacted = { ...stop(), hook_event_name: 'PreCompact', trigger: 'auto' }
      expect(call('compact', 'claude-code', compacted)).toBe('')
      expect(turns('claude-code', 4).map((text) => text !== '')).toEqual([
        false,
        false,
        true,
        false,
      ])
    })

    test('is silent where it was switched off, and where no server was reached lately', async () => {
      await setHandover(false, places)
      expect(turns('claude-code', 4).join('')).toBe('')
      await setHandover(true, places)
      const old = new Date(Date.now() - 3 * 86_400_000)
      utimesSync(join(places.briefs, project, 'ask.json'), old, old)
      expect(turns('claude-code', 4).join('')).toBe('')
    })

    test('is silent whatever a tool says', () => {
      for (const said of ['', 'no json', '{"session_id":"../../etc"}', '{"session_id":"a b"}'])
        expect(turns('claude-code', 4, said as never).join('')).toBe('')
      expect(existsSync(join(places.data, 'turns'))).toBe(false)
    })
  },
)
