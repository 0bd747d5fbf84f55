import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { foldHookCounts, readHookCounts } from './hook-counts.ts'
import { hookPlaces } from './hook-places.ts'
import { lastBriefFolder, readLastBrief } from './last-brief.ts'
import { takeNudges } from './nudges.ts'
import { posixShim } from './shim.ts'

const SHELLS = ['/bin/sh', '/bin/bash', '/usr/bin/dash', '/bin/busybox', '/bin/zsh'].filter(
  existsSync,
)

describe.skipIf(process.platform === 'win32').each(SHELLS)(
  'the program that hooks call, in %s',
  (shell) => {
    let folder: ReturnType<typeof temporaryFolder>
    let places: ReturnType<typeof hookPlaces>
    let project = ''
    beforeEach(() => {
      folder = temporaryFolder()
      places = hookPlaces(
        { configDir: folder.path, stateDir: join(folder.path, "it's a $(state)") },
        'linux',
      )
      mkdirSync(places.data, { recursive: true })
      mkdirSync(join(folder.path, 'hooks'))
      project = join(folder.path, "ana's harbour")
      mkdirSync(join(project, '.git'), { recursive: true })
      mkdirSync(join(project, 'deep', 'down'), { recursive: true })
      install()
    })
    afterEach(() => folder.remove())

    const install = (lore: readonly [string, string] = ['/nowhere/node', '/nowhere/lore.mjs']) => {
      writeFileSync(places.shim, posixShim({ dataDir: places.data, lore }))
      chmodSync(places.shim, 0o755)
    }
    const call = (
      words: string[],
      options: { cwd?: string; input?: string; env?: object } = {},
    ) => {
      const before = shell.endsWith('busybox') ? ['sh'] : []
      const { status, stdout, stderr } = spawnSync(shell, [...before, places.shim, ...words], {
        cwd: options.cwd ?? project,
        input: options.input ?? '{"session_id":"1"}',
        env: { PATH: process.env['PATH'], ...options.env } as NodeJS.ProcessEnv,
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    const brief = (name: string, text: string): string =>
      folder.write(join("it's a $(state)", 'hooks', 'briefs', project, name), text)
    const silent = { status: 0, stdout: '', stderr: '' }

    test('gives the brief of the project, from anywhere inside, in the form of the tool', async () => {
      brief('hook.json', '{"h":1}\n')
      brief('cursor.json', '{"c":1}\n')
      brief('gemini.json', '{"g":1}\n')
      const deep = join(project, 'deep', 'down')
      expect(call(['start', 'claude-code'], { cwd: deep })).toEqual({
        ...silent,
        stdout: '{"h":1}\n',
      })
      const env = { CURSOR_PROJECT_DIR: project }
      expect(call(['start', 'cursor'], { cwd: '/', env }).stdout).toBe('{"c":1}\n')
      expect(call(['start', 'gemini']).stdout).toBe('{"g":1}\n')
      expect(await takeNudges(places.nudges)).toEqual([
        { event: 'start', tool: 'claude-code', folder: deep },
        { event: 'start', tool: 'cursor', folder: project },
        { event: 'start', tool: 'gemini', folder: project },
      ])
      expect(await readHookCounts(places)).toMatchObject({ given: 3, none: 0, gone: 3 })
    })

    test('leaves behind what it gave, to which tool and session, for its owner alone', async () => {
      brief('hook.json', '{"h":1}\n')
      brief('cursor.json', '{"c":1}\n')
      brief('text', 'the brief of then')
      const said = JSON.stringify({ a: 'x'.repeat(100_000), session_id: 'ses-1', prompt: 'secret' })
      expect(call(['start', 'claude-code'], { input: said }).stdout).toBe('{"h":1}\n')
      const last = () => readLastBrief(project, places)
      await expect.poll(async () => (await last())?.session).toBe('ses-1')
      // Renewed as the agent does it, under the same name.
      renameSync(brief('newer', 'the brief of now'), join(places.briefs, project, 'text'))
      expect(await last()).toMatchObject({ tool: 'claude-code', text: 'the brief of then' })
      expect(await lastBriefFolder(places)).toBe(project)
      for (const name of ['given.tool', 'given.session'])
        expect(statSync(join(places.briefs, project, name)).mode & 0o077).toBe(0)
      const kept = readFileSync(join(places.briefs, project, 'given.session'), 'utf8')
      // Some shells' programs end a line that had no end, and some do not.
      expect(kept.trimEnd()).toBe('ses-1')
      call(['start', 'cursor'], { input: '{"conversation_id": "c_2"}' })
      await expect.poll(last).toMatchObject({ tool: 'cursor', session: 'c_2' })
      expect((await last())?.text).toBe('the brief of now')
      call(['start', 'cursor'], { input: 'no json' })
      await expect.poll(async () => (await last())?.session).toBeNull()
    })

    test('says nothing without a brief, and nothing old, and counts both', async () => {
      expect(call(['start', 'codex'])).toEqual(silent)
      const path = brief('hook.json', 'old')
      utimesSync(path, new Date(), new Date(Date.now() - 3 * 86_400_000))
      expect(call(['start', 'codex'])).toEqual(silent)
      expect(await readHookCounts(places)).toMatchObject({ given: 0, none: 1, stale: 1 })
      await foldHookCounts(places)
      expect(call(['end', 'codex'])).toEqual(silent)
      expect(await readHookCounts(places)).toMatchObject({ none: 1, stale: 1, told: 1 })
    })

    test('is silent and ends well whatever is wrong', () => {
      expect(call([])).toEqual(silent)
      expect(call(['$(touch x)', '`touch y`'])).toEqual(silent)
      expect(call(['git', 'post-commit'])).toEqual(silent)
      mkdirSync(places.counts)
      mkdirSync(places.nudges)
      expect(call(['start', 'claude-code'])).toEqual(silent)
      execFileSync('rm', ['-rf', places.data])
      expect(call(['end', 'claude-code'])).toEqual(silent)
      expect(existsSync(join(project, 'x'))).toBe(false)
    })

    test('starts somebody to do the work, unless somebody runs who does', async () => {
      const started = join(folder.path, 'started')
      const lore = folder.write('lore.mjs', '')
      const node = folder.write('node', `#!/bin/sh\nprintf '%s ' "$@" >>'${started}'\n`)
      chmodSync(node, 0o755)
      install([node, lore])
      writeFileSync(places.watchPid, `${process.pid}\n`)
      call(['end', 'claude-code'])
      writeFileSync(places.watchPid, '99999999\n')
      call(['end', 'claude-code'])
      await expect
        .poll(() => existsSync(started) && readFileSync(started, 'utf8'))
        .toBe(`${lore} hooks work `)
      expect(await takeNudges(places.nudges)).toHaveLength(2)
    })

    test('of a burst of hooks one starts somebody, and another once that one has failed', async () => {
      const started = join(folder.path, 'started')
      const lore = folder.write('lore.mjs', '')
      const node = folder.write('node', `#!/bin/sh\necho x >>'${started}'\nsleep 3\n`)
      chmodSync(node, 0o755)
      install([node, lore])
      const before = shell.endsWith('busybox') ? ['sh'] : []
      const burst = Array.from({ length: 8 }, () =>
        spawn(shell, [...before, places.shim, 'end', 'codex'], { cwd: project, stdio: 'ignore' }),
      )
      await Promise.all(burst.map((child) => once(child, 'exit')))
      const times = () => (existsSync(started) ? readFileSync(started, 'utf8').length / 2 : 0)
      await expect.poll(times).toBe(1)
      expect(await takeNudges(places.nudges)).toHaveLength(8)
      const failed = new Date(Date.now() - 5 * 60_000)
      utimesSync(places.starting, failed, failed)
      call(['end', 'codex'])
      call(['end', 'codex'])
      await expect.poll(times).toBe(2)
    })

    test('does not wait for a tool that never ends what it says', async () => {
      const before = shell.endsWith('busybox') ? ['sh'] : []
      const child = spawn(shell, [...before, places.shim, 'end', 'codex'], { cwd: project })
      const [code] = await once(child, 'exit')
      expect(code).toBe(0)
    })

    test('notes commits and rewrites', () => {
      execFileSync('rm', ['-rf', join(project, '.git')])
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
          cwd: project,
          encoding: 'utf8',
          env: environmentForGit() as NodeJS.ProcessEnv,
        }).trim()
      git('init', '-q', '-b', 'main')
      git('commit', '-q', '--allow-empty', '-m', 'one')
      const hash = git('rev-parse', 'HEAD')
      expect(call(['git', 'post-commit'])).toEqual(silent)
      const old = 'a'.repeat(40)
      expect(call(['git', 'post-rewrite', 'amend'], { input: `${old} ${hash}\n` })).toEqual(silent)
      const lines = readFileSync(places.commits, 'utf8')
        .split('\n')
        .map((line) => line.split('\t'))
      expect(lines[0]?.slice(1)).toEqual(['commit', hash, 'main', project])
      expect(lines[1]?.slice(1)).toEqual(['rewrite', hash, 'main', project, old])
      expect(lines[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    })
  },
)
