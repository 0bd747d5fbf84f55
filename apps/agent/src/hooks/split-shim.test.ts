import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import type { ReportArms } from '@teamlore/shared/holdout'
import { armOf } from '@teamlore/shared/holdout-arms'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportArms, writeSplit } from './arm-files.ts'
import { placeOf } from './brief-files.ts'
import { readHookCounts } from './hook-counts.ts'
import { hookPlaces } from './hook-places.ts'
import { posixShim } from './shim.ts'

const SHELLS = ['/bin/sh', '/bin/bash', '/usr/bin/dash', '/bin/busybox', '/bin/zsh'].filter(
  existsSync,
)
const PROJECT = `prj_${'0'.repeat(25)}1`
const SPLIT = { project_id: PROJECT, round: 'evt_01k9x2f0', share: 50 }
/** Names as tools make them, of both arms. */
const NAMES = Array.from(
  { length: 8 },
  (_, index) => `0199a${index}f0-7c1d-7${index}bd-8a4e-3f2d1c0b9a8${index}`,
)

let folder: ReturnType<typeof temporaryFolder>
let places: ReturnType<typeof hookPlaces>
let project = ''
beforeEach(async () => {
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
  for (const name of ['hook.json', 'cursor.json', 'text']) folder.write(join(place, name), 'brief')
  await writeSplit(placeOf(places.briefs, project), SPLIT)
})
afterEach(() => folder.remove())

const begin = (shell: string, input: string, tool = 'claude-code') => {
  const before = shell.endsWith('busybox') ? ['sh'] : []
  const { status, stdout, stderr } = spawnSync(shell, [...before, places.shim, 'start', tool], {
    cwd: project,
    input,
    env: { PATH: process.env['PATH'] } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
const say = (session: string) => JSON.stringify({ session_id: session, source: 'startup' })

describe.skipIf(process.platform === 'win32').each(SHELLS)(
  'sessions are parted, in %s',
  (shell) => {
    test('as the server parts them: some get no brief and no word about it, and do so each time', async () => {
      const arms = NAMES.map((name) => armOf(SPLIT, name))
      expect(new Set(arms).size).toBe(2)
      for (const [index, name] of NAMES.entries())
        for (let time = 0; time < 2; time++)
          expect(begin(shell, say(name)), name).toEqual({
            status: 0,
            stdout: arms[index] === 'with_brief' ? 'brief' : '',
            stderr: '',
          })
      for (const [index, name] of NAMES.entries())
        expect(readFileSync(join(places.arms, `claude-code-${name}`), 'utf8')).toBe(
          `${arms[index]} ${SPLIT.round} ${PROJECT}\n`,
        )
      const without = arms.filter((arm) => arm === 'without_brief').length * 2
      expect(await readHookCounts(places)).toMatchObject({ without, given: 16 - without })
    })

    test('not where the tool says no name, nothing parts them, or there is nothing to part by', async () => {
      for (const said of ['{}', 'no json', say('../../etc'), say('a b')])
        expect(begin(shell, said).stdout).toBe('brief')
      writeFileSync(join(placeOf(places.briefs, project), 'split'), 'nonsense x\n')
      for (const name of NAMES) expect(begin(shell, say(name)).stdout).toBe('brief')
      await writeSplit(placeOf(places.briefs, project), null)
      for (const name of NAMES) expect(begin(shell, say(name)).stdout).toBe('brief')
      expect(existsSync(places.arms)).toBe(false)
    })

    test('not where it cannot be noted', () => {
      writeFileSync(places.arms, 'a file')
      for (const name of NAMES) expect(begin(shell, say(name)).stdout).toBe('brief')
    })
  },
)

describe('what hooks noted', () => {
  const client = (reported: ReportArms[]) =>
    ({
      holdout: {
        report: async (request: ReportArms) => {
          reported.push(request)
          return { taken: request.arms.length, passed_over: 0 }
        },
      },
    }) as unknown as Pick<LoreClient, 'holdout'>
  const note = (name: string, text = `without_brief ${SPLIT.round} ${PROJECT}\n`) => {
    mkdirSync(places.arms, { recursive: true })
    writeFileSync(join(places.arms, name), text)
  }
  const report = (to: Pick<LoreClient, 'holdout'>, now = () => new Date()) =>
    reportArms({ client: to, arms: places.arms, now })

  test('is reported once, by the names that the server knows tools by', async () => {
    note('gemini-abc-1')
    note('codex-x')
    const reported: ReportArms[] = []
    await report(client(reported))
    await report(client(reported))
    expect(reported).toHaveLength(1)
    expect(reported[0]?.arms.map(({ tool, session }) => [tool, session]).sort()).toEqual([
      ['codex', 'x'],
      ['gemini-cli', 'abc-1'],
    ])
    expect(readdirSync(places.arms)).toEqual([])
  })

  test('waits while the server is away, and what no hook wrote goes after a day', async () => {
    note('codex-x')
    note('codex-y', 'half a li')
    note('nano-z')
    const away = {
      holdout: { report: () => Promise.reject(new Error('away')) },
    } as unknown as Pick<LoreClient, 'holdout'>
    await expect(report(away)).rejects.toThrow('away')
    expect(readdirSync(places.arms)).toHaveLength(3)
    const reported: ReportArms[] = []
    await report(client(reported))
    expect(readdirSync(places.arms).sort()).toEqual(['codex-y', 'nano-z'])
    await report(client(reported), () => new Date(Date.now() + 2 * 86_400_000))
    expect(readdirSync(places.arms)).toEqual([])
    expect(reported).toHaveLength(1)
  })
})
