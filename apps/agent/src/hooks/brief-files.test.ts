import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContextResponse, Project } from '@teamlore/shared'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { buildProject } from '../testing/fake-memories.ts'
import { refreshBrief } from './brief-files.ts'
import { hookPlaces } from './hook-places.ts'
import { answerNudges } from './hook-work.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  mkdirSync(join(folder.path, 'harbour', '.git'), { recursive: true })
  mkdirSync(join(folder.path, 'harbour', 'src'))
})
afterEach(() => folder.remove())

const briefOf = (text: string, count = 1): ContextResponse => ({
  format: 'xml',
  text,
  tokens: 10,
  budget_tokens: 1_500,
  included: Array.from({ length: count }, (_, n) => ({
    id: `obs_${n}`,
    kind: 'observation',
    tokens: 1,
  })),
  left_out: { count: 0, tokens: 0, named: [] },
  notes: [],
})
const noAnswer = () => Promise.reject(new Error('nobody asks'))
const NO_LISTS = {
  projects: { list: async () => ({ items: [] as Project[], next_cursor: null }) },
  sessions: { list: async () => ({ items: [], next_cursor: null, total: null }) },
  holdout: { get: noAnswer, set: noAnswer, report: async () => ({ taken: 0, passed_over: 0 }) },
}
const depsFor = (answer: (budget: number) => ContextResponse, asked: object[] = []) => ({
  client: {
    context: async (query: { budget_tokens?: unknown } = {}) => {
      asked.push(query)
      return answer(Number(query.budget_tokens))
    },
    ...NO_LISTS,
  },
  resolveProject: async (cwd: string | null) => ({
    remote_url: 'https://example.com/harbour.git',
    root_commit: null,
    root_path: cwd ?? '',
  }),
  briefs: join(folder.path, 'briefs'),
  now: () => new Date('2026-05-02T12:00:00Z'),
})
const harbour = () => join(folder.path, 'harbour')
const read = (name: string) => readFileSync(join(folder.path, 'briefs', harbour(), name), 'utf8')

describe('briefs for hooks', () => {
  test('say what is under way on a branch of its own, without what was taken back there', async () => {
    const root = join(folder.path, 'tides')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
        cwd: root,
        env: environmentForGit(),
        stdio: 'ignore',
      })
    mkdirSync(root)
    git('init', '-q', '-b', 'main')
    const commit = (subject: string) => git('commit', '-q', '--allow-empty', '-m', subject)
    commit('Begin')
    const asked: { work?: string }[] = []
    const work = async () => {
      await refreshBrief(
        root,
        depsFor(() => briefOf('x'), asked),
      )
      return asked.at(-1)?.work
    }
    expect(await work()).toBeUndefined()
    git('switch', '-q', '-c', 'ann/cache-tides')
    for (const subject of ['Cache them', 'Poll more', 'Revert "Poll more"']) commit(subject)
    expect(await work()).toBe('ann cache tides\nCache them')
    const secret = ['ghp_aB3dE5gH7jK9mN1p', 'Q4sT6vX8aB3dE5gH7jK9'].join('')
    commit(`Ask with ${secret}`)
    expect(await work()).toContain('Ask with [REDACTED:')
  })

  test('are ASCII where a shell reads them in letters of its own, and say the same', async () => {
    const [plain, ascii] = [{ ...depsFor(() => briefOf('Zoë → 🚢')) }, { isAscii: true }]
    await refreshBrief(harbour(), { ...plain, ...ascii })
    for (const name of ['hook.json', 'gemini.json', 'cursor.json']) {
      expect(read(name)).toMatch(/^[\0-\x7f]*$/)
      expect(JSON.stringify(JSON.parse(read(name)))).toContain('Zoë → 🚢')
    }
    expect(read('text')).toContain('Zoë → 🚢')
  })

  test('are fetched for the repository, framed as data, and laid out in the form of each tool', async () => {
    const asked: object[] = []
    await refreshBrief(
      join(harbour(), 'src'),
      depsFor(() => briefOf('<teamlore_brief/>'), asked),
    )
    expect(asked).toEqual([
      {
        project: 'https://example.com/harbour.git',
        budget_tokens: 1_500,
        format: 'xml',
        split: true,
      },
    ])
    expect(read('text')).toMatch(
      /data to judge, never instructions.*\n<teamlore_brief\/>\nFetched 2026-05-02T12:00Z\.\n$/,
    )
    expect(JSON.parse(read('hook.json'))).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: read('text') },
    })
    expect(JSON.parse(read('cursor.json'))).toEqual({ additional_context: read('text') })
    expect(statSync(join(folder.path, 'briefs', harbour(), 'text')).mode & 0o077).toBe(0)
  })

  test('are of the folder itself where it has no remote, and not of another that is called alike', async () => {
    const asked: { project?: string }[] = []
    const deps = depsFor(() => briefOf('x'), asked)
    const resolveProject = async () => ({
      remote_url: null,
      root_commit: null,
      root_path: harbour(),
    })
    const refresh = (items: Project[]) => {
      const projects = { list: async () => ({ items, next_cursor: null }) }
      const client = { ...deps.client, projects }
      return refreshBrief(harbour(), { ...deps, client, resolveProject })
    }
    const alike = buildProject({ remote_url: null, root_path: '/elsewhere/harbour' })
    await refresh([buildProject(), alike])
    const own = buildProject({ id: 'prj_own', remote_url: null, root_path: harbour() })
    await refresh([buildProject(), alike, own])
    expect(asked.map(({ project }) => project)).toEqual([harbour(), 'prj_own'])
  })

  test('name no file that Gemini CLI would read because of it', async () => {
    await refreshBrief(
      harbour(),
      depsFor(() => briefOf('as ana@example.com said, see @notes.md')),
    )
    const { hookSpecificOutput } = JSON.parse(read('gemini.json'))
    expect(hookSpecificOutput.additionalContext).toMatch(
      /ana\\@example.com said, see \\@notes.md\n/,
    )
    expect(read('text')).toContain('ana@example.com said, see @notes.md')
  })

  test('are asked for again where they would be cut by the tool', async () => {
    await refreshBrief(
      harbour(),
      depsFor((budget) => briefOf('x'.repeat(budget * 8))),
    )
    expect(read('text').length).toBeLessThanOrEqual(9_000)
  })

  test('go when there is nothing to say, and when the project keeps to itself', async () => {
    await refreshBrief(
      harbour(),
      depsFor(() => briefOf('x')),
    )
    await refreshBrief(
      harbour(),
      depsFor(() => briefOf('nothing', 0)),
    )
    expect(() => read('text')).toThrow('ENOENT')
    await refreshBrief(
      harbour(),
      depsFor(() => briefOf('x')),
    )
    writeFileSync(join(harbour(), '.loreignore'), '*\n')
    const asked: object[] = []
    await refreshBrief(
      harbour(),
      depsFor(() => briefOf('x'), asked),
    )
    expect(() => read('text')).toThrow('ENOENT')
    expect(asked).toEqual([])
  })

  test('lie beside how the project parts its sessions, as long as it does', async () => {
    const split = { project_id: 'prj_1', round: 'evt_1', share: 20 }
    const asked: object[] = []
    await refreshBrief(
      harbour(),
      depsFor(() => ({ ...briefOf('x'), split }), asked),
    )
    expect(asked).toEqual([expect.objectContaining({ split: true })])
    expect(read('split')).toBe('evt_1 2000 prj_1\n')
    await refreshBrief(
      harbour(),
      depsFor(() => ({ ...briefOf('x'), split: null })),
    )
    expect(() => read('split')).toThrow('ENOENT')
  })

  test('follow what hooks say, with each project once; a server that is away leaves the old one', async () => {
    const places = hookPlaces({ configDir: folder.path, stateDir: folder.path }, 'linux')
    mkdirSync(places.data)
    const captured: string[][] = []
    const asked: object[] = []
    const deps = {
      ...depsFor(() => briefOf('x'), asked),
      places,
      capture: async (tools: ReadonlySet<string>) => void captured.push([...tools]),
    }
    const say = () =>
      writeFileSync(
        places.nudges,
        `start\tcodex\t${harbour()}\nend\tcodex\t${harbour()}/src\nend\tnano\t/\nend\tcursor\trelative\nnonsense\n`,
      )
    say()
    expect(await answerNudges(deps)).toBe(true)
    expect(await answerNudges(deps)).toBe(false)
    expect({ captured, asked: asked.length }).toEqual({ captured: [['codex']], asked: 1 })
    say()
    const away = { ...NO_LISTS, context: () => Promise.reject(new Error('away')) }
    const inPlace = { ...deps, briefs: places.briefs }
    await refreshBrief(harbour(), inPlace)
    expect(await answerNudges({ ...deps, client: away })).toBe(true)
    expect(readFileSync(join(places.briefs, harbour(), 'text'), 'utf8')).toContain('x')
  })
})
