import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../capture/testing/fake-server.ts'
import { type MirrorBench, mirrorBench } from './testing/mirror-bench.ts'

let bench: MirrorBench
beforeEach(async () => {
  bench = await mirrorBench()
})
afterEach(() => bench.close())

const paths = () => bench.said()?.files.map(({ path }) => path)
const textOf = (path: string) => bench.said()?.files.find((file) => file.path === path)?.text
const look = async (...args: Parameters<MirrorBench['open']>) => (await bench.open(...args)).look()

describe('the memory files of a project', () => {
  test('are found where tools look for them, each with its tool', async () => {
    bench.write('CLAUDE.md', 'Berths are numbered.')
    bench.write('AGENTS.md', 'Run the tests.')
    bench.write('.cursor/rules/style.mdc', '---\nalwaysApply: true\n---\nShort names.')
    bench.write('.cursor/rules/deep/er.md', 'Deeper.')
    bench.write('.cursor/rules/picture.png', 'no')
    bench.write('.github/copilot-instructions.md', 'Be brief.')
    bench.write('.clinerules/one.txt', 'One.')
    bench.write('.kiro/steering/product.md', 'Product.')
    bench.write('src/CLAUDE.md', 'Unknown to git, so not looked for.')
    await look()
    expect(bench.said()?.files.map(({ path, tool }) => [path, tool])).toEqual([
      ['.clinerules/one.txt', 'cline'],
      ['.cursor/rules/deep/er.md', 'cursor'],
      ['.cursor/rules/style.mdc', 'cursor'],
      ['.github/copilot-instructions.md', null],
      ['.kiro/steering/product.md', 'kiro'],
      ['AGENTS.md', null],
      ['CLAUDE.md', 'claude-code'],
    ])
    expect(bench.said()).toMatchObject({ project: { root_path: bench.root }, revision: 1 })
  })

  test('in folders below are found where git knows them, but not those of other projects', async () => {
    bench.write('packages/core/CLAUDE.md', 'Core.')
    bench.write('vendor/x/AGENTS.md', 'Theirs.')
    bench.git('add', '-f', '.')
    await look()
    expect(paths()).toEqual(['packages/core/CLAUDE.md'])
  })

  test('are sent when they change, and only then', async () => {
    bench.write('CLAUDE.md', 'One.')
    const { look } = await bench.open()
    await look()
    await look()
    expect(bench.server.memoryFiles).toHaveLength(1)
    bench.write('CLAUDE.md', 'Two words.')
    await look()
    expect(textOf('CLAUDE.md')).toBe('Two words.')
    expect(bench.said()?.revision).toBe(2)
    // Another process goes on from there, and a file that was only touched says nothing new.
    utimesSync(join(bench.root, 'CLAUDE.md'), new Date(0), new Date(5_000))
    await (await bench.open()).look()
    expect(bench.server.memoryFiles).toHaveLength(2)
  })

  test('are said again after a day, so that what the server lost comes back', async () => {
    bench.write('CLAUDE.md', 'One.')
    const { look } = await bench.open()
    await look()
    bench.pass(25 * 60 * 60_000)
    await look()
    expect(bench.server.memoryFiles.map(({ revision }) => revision)).toEqual([1, 2])
  })

  test('that were deleted or renamed are named no more', async () => {
    bench.write('CLAUDE.md', 'One.')
    const { look } = await bench.open()
    await look()
    renameSync(join(bench.root, 'CLAUDE.md'), join(bench.root, 'AGENTS.md'))
    await look()
    expect(paths()).toEqual(['AGENTS.md'])
    rmSync(join(bench.root, 'AGENTS.md'))
    await look()
    expect(bench.said()?.files).toEqual([])
  })

  test('of a folder that was deleted are gone; on a disk that is not there they are not', async () => {
    bench.write('CLAUDE.md', 'One.')
    const { look } = await bench.open()
    await look()
    renameSync(join(bench.home.path, 'work'), join(bench.home.path, 'away'))
    await look()
    // An empty folder is where a disk is mounted when it is.
    bench.home.write('work/harbour/x', '')
    rmSync(join(bench.root, 'x'))
    await look()
    expect(bench.server.memoryFiles).toHaveLength(1)
    rmSync(bench.root, { recursive: true })
    await look()
    expect(bench.said()?.files).toEqual([])
  })

  test('nothing is said of a project without any', async () => {
    await look()
    expect(bench.server.memoryFiles).toEqual([])
    expect(await bench.figures()).toMatchObject({ files: 0, folders: 0, waiting: 0 })
  })
})

describe('when a text became what it is', () => {
  const committed = (date: string) => {
    bench.git('add', '.')
    const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }
    const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com']
    execFileSync('git', [...who, 'commit', '-qm', 'x'], { cwd: bench.root, env })
  }

  test('is when it was committed, whatever time the checkout gave the file', async () => {
    bench.write('CLAUDE.md', 'One.\n')
    committed('2026-03-01T10:00:00+01:00')
    utimesSync(join(bench.root, 'CLAUDE.md'), new Date(), new Date('2026-04-04T00:00:00Z'))
    await look()
    expect(bench.said()?.files[0]).toMatchObject({
      modified_at: '2026-03-01T09:00:00.000Z',
      git_branch: 'main',
    })
  })

  test('is when it was written, where it is not as it was committed', async () => {
    bench.write('CLAUDE.md', 'One.\n')
    committed('2026-03-01T10:00:00Z')
    bench.write('CLAUDE.md', 'Two.\n')
    utimesSync(join(bench.root, 'CLAUDE.md'), new Date(), new Date('2026-04-04T00:00:00Z'))
    await look()
    expect(bench.said()?.files[0]?.modified_at).toBe('2026-04-04T00:00:00.000Z')
  })

  test('is found out without the programs a repository names as its filters', async () => {
    const trace = join(bench.state.path, 'ran')
    bench.write('.gitattributes', 'CLAUDE.md filter=evil diff=evil\n')
    bench.write('CLAUDE.md', 'One.\n')
    committed('2026-03-01T10:00:00Z')
    bench.git('config', 'filter.evil.clean', `touch ${trace}; cat`)
    bench.git('config', 'diff.evil.textconv', `touch ${trace}; cat`)
    bench.git('config', 'core.fsmonitor', `touch ${trace}`)
    bench.write('CLAUDE.md', 'Two.\n')
    await look()
    expect(bench.said()?.files).toHaveLength(1)
    expect(() => readFileSync(trace)).toThrow()
  })
})

describe('a server in trouble', () => {
  test('is sent when it is there again, as it is then', async () => {
    bench.write('CLAUDE.md', 'One.')
    bench.server.interceptMemoryFiles(() => problem(503, 'x.y', 'Starting up.'))
    const { look } = await bench.open()
    await look()
    expect(await bench.figures()).toMatchObject({
      files: 1,
      acknowledged: 0,
      waiting: 1,
      quarantined: 0,
      folders_waiting: 1,
      last_error: { message: 'Starting up.' },
    })
    bench.write('CLAUDE.md', 'Two.')
    bench.server.interceptMemoryFiles(() => undefined)
    await (await bench.open()).look()
    expect(textOf('CLAUDE.md')).toBe('Two.')
    expect(await bench.figures()).toMatchObject({
      files: 1,
      acknowledged: 1,
      waiting: 0,
      last_error: null,
    })
  })

  test('that will not have a version is not asked again for it at each look', async () => {
    bench.write('CLAUDE.md', 'One.')
    let asked = 0
    bench.server.interceptMemoryFiles(() => {
      asked++
      return problem(422, 'request.invalid', 'Odd.')
    })
    const { look } = await bench.open()
    await look()
    await look()
    expect(asked).toBe(1)
    bench.pass(2 * 60 * 60_000)
    await look()
    expect(asked).toBe(2)
    bench.server.interceptMemoryFiles(() => undefined)
    bench.write('CLAUDE.md', 'Two!')
    await look()
    expect(textOf('CLAUDE.md')).toBe('Two!')
  })

  test('that remembers more reports than this machine gets them under a number that counts', async () => {
    bench.write('CLAUDE.md', 'One.')
    bench.server.interceptMemoryFiles(({ revision }) =>
      revision > 41
        ? undefined
        : {
            status: 200,
            body: {
              machine_id: 'mac_1',
              project_id: 'prj_1',
              revision: 41,
              files: { reported: 0, changed: 0, gone: 0 },
              server_redactions: 0,
            },
          },
    )
    await look()
    expect(bench.said()).toMatchObject({ revision: 42, files: [{ text: 'One.' }] })
  })
})

describe('memory files that wait', () => {
  test('are sent by a later process, also when the folder is gone by then', async () => {
    bench.write('CLAUDE.md', 'One.')
    await (await bench.open()).sight()
    rmSync(bench.root, { recursive: true })
    await (await bench.open()).send()
    expect(textOf('CLAUDE.md')).toBe('One.')
    expect(await bench.figures()).toMatchObject({ waiting: 0, acknowledged: 1 })
  })

  test('are the current ones alone: what is newer takes their place', async () => {
    const { sight, send, spool } = await bench.open()
    for (const text of ['One.', 'Two.', 'Three.']) {
      bench.write('CLAUDE.md', text)
      await sight()
    }
    expect(spool.waiting().map(({ header }) => [header.kind, header.subject])).toEqual([
      ['memory-files', bench.root],
    ])
    await send()
    expect(bench.server.memoryFiles.map(({ revision }) => revision)).toEqual([3])
    expect(textOf('CLAUDE.md')).toBe('Three.')
  })

  test('are put there again when somebody empties the spool', async () => {
    bench.write('CLAUDE.md', 'One.')
    const { sight, spool } = await bench.open()
    await sight()
    await spool.remove(spool.first()?.id ?? '')
    await (await bench.open()).look()
    expect(textOf('CLAUDE.md')).toBe('One.')
  })

  test('count on from there when a process was killed before it wrote down that they wait', async () => {
    bench.write('CLAUDE.md', 'One.')
    const first = await bench.open()
    await first.look()
    const before = readFileSync(join(bench.state.path, 'memory-files.json'))
    bench.write('CLAUDE.md', 'Two.')
    await first.sight()
    writeFileSync(join(bench.state.path, 'memory-files.json'), before)
    bench.write('CLAUDE.md', 'Three.')
    const second = await bench.open()
    await second.look()
    expect(textOf('CLAUDE.md')).toBe('Three.')
    expect(second.spool.waiting()).toEqual([])
  })

  test('and cannot be written to a full disk are named, and sent when there is room', async () => {
    bench.write('CLAUDE.md', 'One.')
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const { sight } = await bench.open('all', () => Promise.reject(full))
    await sight()
    expect((await bench.figures())?.last_error?.message).toMatch(/^The disk is full/)
    await (await bench.open()).look()
    expect(textOf('CLAUDE.md')).toBe('One.')
    expect((await bench.figures())?.last_error).toBeNull()
  })
})

describe('what is kept about the mirror', () => {
  test('damaged or lost costs sending again', async () => {
    bench.write('CLAUDE.md', 'One.')
    await look()
    writeFileSync(join(bench.state.path, 'memory-files.json'), '{"version":')
    await look()
    expect(bench.server.memoryFiles.filter(({ project }) => project !== null)).toHaveLength(2)
  })
})
