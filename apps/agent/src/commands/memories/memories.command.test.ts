import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Memory } from '@teamlore/shared/memories'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildHit, buildSession, fakeId } from '../../testing/fake-data.ts'
import { buildMemory, buildProject } from '../../testing/fake-memories.ts'
import { errorBody } from '../../testing/fake-server.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const MEM = fakeId('mem', 1)
const OTHER = fakeId('mem', 2)
const asked = () => lore.server.asked.at(-1)
/** A folder with a git repository, as somebody works in. */
const repository = (remote?: string): string => {
  const folder = lore.cli.path(`work-${Math.random().toString(36).slice(2)}`)
  mkdirSync(folder, { recursive: true })
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet')
  if (remote !== undefined) git('remote', 'add', 'origin', remote)
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com']
  const message = ['commit', '--quiet', '--allow-empty', '--date=2026-04-20T10:00:00Z', '-m', 'One']
  execFileSync('git', [...who, ...message], {
    cwd: folder,
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-04-20T10:00:00Z' },
  })
  return folder
}

describe('lore remember', () => {
  test('says what is so of the project of this folder, with where and why', async () => {
    const cwd = repository('https://github.com/acme/harbour.git')
    const words = ['remember', 'Berth 0 is a', 'test berth.', '--kind', 'gotcha']
    const more = [
      '--reason',
      'It is on no map.',
      '--rejected',
      'A real one',
      '--since',
      '2026-04-01',
    ]
    const where = [
      '--file',
      'src/berth.ts:12-20',
      '--evidence',
      fakeId('msg', 1),
      '1a2b3c4d',
      '--draft',
    ]
    const { code, stdout, stderr } = await lore.run([...words, ...more, ...where], { cwd })
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('Berth 0 is a test berth.')
    expect(asked()).toMatchObject({ method: 'POST', path: '/v1/memories' })
    expect(asked()?.body).toMatchObject({
      statement: 'Berth 0 is a test berth.',
      kind: 'gotcha',
      reason: 'It is on no map.',
      rejected: ['A real one'],
      draft: true,
      project: 'https://github.com/acme/harbour.git',
      anchors: [{ path: 'src/berth.ts', start_line: 12, end_line: 20 }],
      evidence: [
        { kind: 'message', ref: fakeId('msg', 1) },
        { kind: 'commit', ref: '1a2b3c4d' },
      ],
      valid_from: expect.stringMatching(/^2026-0(?:3-31|4-01)T/),
    })
  })

  test('of a folder the server does not know says what to do; --team goes without', async () => {
    const cwd = repository('https://github.com/acme/unheard-of.git')
    const body = errorBody('memory.project_unknown', 'No project of that name is known here.')
    lore.server.failures.set('/v1/memories', { status: 404, body })
    const refused = await lore.run(['remember', 'The pier is closed on Sundays.'], { cwd })
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('no project of this folder')
    expect(refused.stderr).toContain('--team')
    lore.server.failures.clear()
    const { code } = await lore.run(['remember', 'The pier is closed.', '--team', '--json'], {
      cwd,
    })
    expect(code).toBe(0)
    expect(asked()?.body).not.toHaveProperty('project')
  })

  test('of a folder without a remote is filed where its sessions are, and nowhere else', async () => {
    const cwd = repository()
    const name = cwd.split('/').at(-1) ?? ''
    const local = { remote_url: null, name }
    const other = buildProject({ ...local, id: fakeId('prj', 2), root_path: '/elsewhere/it' })
    const remote = buildProject({ name: `acme/${name}`, id: fakeId('prj', 3) })
    lore.server.world.projects = [{ ...other, name: 'newest' }, other, remote]
    const words = ['remember', 'The pier is closed on Sundays.']
    const refused = await lore.run(words, { cwd })
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('no project of this folder')
    lore.server.world.sessions = [buildSession({ cwd: `${cwd}/src`, project: other })]
    await lore.run(words, { cwd })
    expect(asked()?.body).toMatchObject({ project: other.id })
    // A clone without a remote is filed with the repository that begins alike.
    const own = buildProject({ id: fakeId('prj', 4), root_path: cwd })
    lore.server.world.projects.push(own)
    await lore.run(words, { cwd })
    expect(asked()?.body).toMatchObject({ project: own.id })
    lore.server.world.projects.push({ ...own, id: fakeId('prj', 5) })
    expect((await lore.run(words, { cwd })).stderr).toContain('several projects of the folder')
    const clone = repository('/srv/git/harbour.git')
    expect((await lore.run(words, { cwd: clone })).code).toBe(2)
  })

  test('of nothing is wrong usage', async () => {
    expect((await lore.run(['remember'])).code).toBe(2)
    expect((await lore.run(['remember', 'x', '--kind', 'poem'])).code).toBe(2)
    expect(lore.server.asked).toEqual([])
  })
})

describe('lore memories', () => {
  test('lists what holds, and what held at a commit', async () => {
    const { stdout } = await lore.run(['memories', 'tide', 'table', '--kind', 'decision'])
    expect(stdout).toContain('The writer of the tide table takes the lock first.')
    expect(stdout).toContain(`lore memory ${MEM}`)
    expect(asked()?.query).toEqual({ q: 'tide table', kind: 'decision', status: 'active' })
    const cwd = repository('https://github.com/acme/harbour.git')
    await lore.run(['memories', '--as-of', 'HEAD'], { cwd })
    expect(asked()?.query).toEqual({ as_of: '2026-04-20T10:00:00.000Z' })
    await lore.run(['memories', '--as-of', 'cafebabe1234'], { cwd: lore.cli.path('.') })
    expect(asked()?.query).toEqual({ as_of: 'cafebabe1234' })
    expect((await lore.run(['memories', '--as-of', 'sometime'])).code).toBe(2)
  })

  test('are those that I am to review', async () => {
    await lore.run(['memories', '--assignee', 'me', '--status', 'draft'])
    expect(asked()?.query).toEqual({ assignee: fakeId('usr'), status: 'draft' })
  })

  test('hold nothing that a terminal obeys', async () => {
    lore.server.world.memories = [buildMemory({ statement: 'A\u001b[31mred one\u202e.' })]
    const { stdout } = await lore.run(['memories'])
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain('\u202e')
  })
})

describe('lore memory', () => {
  test('is shown whole, by show as well', async () => {
    const { stdout } = await lore.run(['memory', MEM])
    for (const part of ['Because', 'Readers saw half', 'Not taken', 'A copy for readers', '70 %'])
      expect(stdout).toContain(part)
    expect((await lore.run(['show', MEM])).stdout).toBe(stdout)
    expect((await lore.run(['memory', MEM, '--json'])).json()).toEqual({
      memory: lore.server.world.memories[0],
    })
  })

  test('names the lines it is about, from the first to the last', async () => {
    const lines = (start_line: number | null, end_line: number | null) => ({
      path: 'a.ts',
      symbol: null,
      start_line,
      end_line,
      content_hash: null,
      state: 'fresh' as const,
      is_inherited: false,
    })
    const anchors = [lines(9, 10), lines(7, 7), lines(null, null)]
    lore.server.world.memories = [buildMemory({ anchors })]
    const { stdout } = await lore.run(['memory', MEM])
    expect(stdout).toMatch(/ a\.ts:9-10\n +a\.ts:7\n +a\.ts\n/)
  })

  test('reports why it changed, and what held on a day', async () => {
    const { stdout } = await lore.run(['memory', MEM, '--as-of', '2026-04-10'])
    expect(stdout).toContain('As of 2026-04-10: The tide table is not locked.')
    expect(stdout).toContain('readers saw half of it')
    expect((await lore.run(['memory', MEM, '--history'])).stdout).not.toContain('As of')
  })

  test('takes a word on how it stands', async () => {
    await lore.run(['memory', MEM, '--confirm'])
    expect(asked()?.body).toEqual({ action: 'confirm', reason: '' })
    await lore.run(['memory', MEM, '--stale', 'gone'])
    expect(asked()?.body).toEqual({ action: 'stale', reason: 'gone' })
    await lore.run(['memory', MEM, '--says', 'Readers lock too.', '--reason', 'seen'])
    const says = { action: 'supersede', statement: 'Readers lock too.', reason: 'seen' }
    expect(asked()?.body).toEqual(says)
    expect((await lore.run(['memory', MEM, '--confirm', '--stale', 'x'])).code).toBe(2)
  })
})

describe('review', () => {
  test('lists what waits, and how much more there is', async () => {
    lore.server.world.memories = [buildMemory({ status: 'draft' })]
    const { stdout, stderr } = await lore.run(['drafts', '--project', 'harbour'])
    expect(stdout).toContain('draft The writer of the tide table')
    expect(stderr).toContain('2 more memories wait')
    expect(asked()?.query).toEqual({ project: 'harbour' })
    lore.server.world.memories = []
    expect((await lore.run(['drafts'])).stdout).toContain('Nothing waits')
  })

  test('lists the batch of the week with --batch, and how much of it is decided', async () => {
    lore.server.world.memories = [buildMemory({ status: 'unreviewed' })]
    const { stdout } = await lore.run(['drafts', '--batch'])
    expect(stdout).toContain('Your batch of the week of 2026-05-04: 1 of 2 memories decided.')
    expect(asked()?.query).toEqual({ batch: 'true' })
  })

  test('names the other of a pair, and the command that decides between them', async () => {
    const other = { id: OTHER, statement: 'Readers lock first.', valid_from: '' }
    const may: Memory['relations'][number] = {
      type: 'relates',
      direction: 'out',
      status: 'proposed',
      confidence: 0.5,
      reason: '',
      memory: { ...other, status: 'active' },
    }
    lore.server.world.memories = [buildMemory({ relations: [may] })]
    const { stdout, stderr } = await lore.run(['drafts'])
    expect(stdout).toContain(`may change ${OTHER}: Readers lock first.`)
    expect(stdout).toContain(`lore settle ${MEM} ${OTHER}`)
    expect(stdout).toContain('--both')
    expect(stderr).not.toContain('lore approve')
    const held = buildMemory({ relations: [{ ...may, status: 'held' }], status: 'draft' })
    lore.server.world.memories = [held]
    const draft = await lore.run(['drafts'])
    expect(draft.stdout).not.toContain('lore settle')
    expect(draft.stderr).toContain('lore approve')
  })

  test('decides on many at once, and says how to take it back', async () => {
    const { stdout, stderr } = await lore.run(['approve', MEM, OTHER, MEM])
    expect(asked()?.body).toEqual({ ids: [MEM, OTHER], decision: 'approve', reason: '' })
    expect(stdout).toContain('2 memories active now.')
    expect(stderr).toContain('lore undo evt_1')
    await lore.run(['reject', MEM, '--reason', 'was only tried'])
    expect(asked()?.body).toMatchObject({ decision: 'reject', reason: 'was only tried' })
    await lore.run(['archive', MEM])
    expect(asked()?.body).toMatchObject({ decision: 'archive' })
    expect((await lore.run(['approve'])).code).toBe(2)
    expect((await lore.run(['undo', '--json'])).json()).toMatchObject({
      action: 'evt_1',
      changed: 1,
    })
  })

  test('is taken back, and what was taken back is said', async () => {
    const { stdout } = await lore.run(['undo'])
    expect(stdout).toContain('Undone: settled, both hold. 1 memory stands as before:')
    expect(stdout).toContain(buildMemory().statement)
    expect(stdout).toContain(buildMemory().id)
  })

  test('is given to somebody, or to nobody', async () => {
    await lore.run(['assign', MEM, '--to', 'me'])
    expect(asked()?.body).toMatchObject({ decision: 'assign', assignee: fakeId('usr') })
    await lore.run(['assign', MEM, '--to', 'nobody'])
    expect(asked()?.body).toMatchObject({ assignee: null })
    expect((await lore.run(['assign', MEM])).code).toBe(2)
  })

  test('shows contradictions side by side, and settles them', async () => {
    lore.server.world.memories = [
      buildMemory(),
      buildMemory({ id: OTHER, statement: 'Readers lock first.' }),
    ]
    const { stdout } = await lore.run(['contradictions'])
    expect(stdout).toMatch(/takes the lock first[\s\S]*against[\s\S]*Readers lock first/)
    await lore.run(['settle', MEM, OTHER, '--both'])
    expect(asked()?.body).toEqual({ keep: MEM, other: OTHER, decision: 'both', reason: '' })
  })

  test('passes a refusal on', async () => {
    const body = errorBody('memory.nothing_to_undo', 'There is no decision of yours left to undo.')
    lore.server.failures.set('/v1/memories/undo', { status: 409, body })
    const { code, stderr } = await lore.run(['undo'])
    expect(code).toBe(1)
    expect(stderr).toContain('no decision of yours')
  })
})

test('what contradicts a memory is shown beside it, once where both were found', async () => {
  const side = (id: string) => ({
    id,
    statement: `Words of ${id}.`,
    since: '2026-03-01T00:00:00.000Z',
  })
  const hit = (id: string, against: string) =>
    buildHit({ id, kind: 'memory', title: `Words of ${id}.`, contradicted_by: [side(against)] })
  const sentence = `Contradicted by “Words of ${OTHER}” since 2026-03-01 (${OTHER}); nobody has decided.`
  const found = (await lore.run(['search', 'tide'])).stdout
  expect(found).not.toContain('Contradicted')
  lore.server.world.search.items = [hit(MEM, OTHER)]
  expect((await lore.run(['search', 'tide'])).stdout).toContain(sentence)
  lore.server.world.search.items.push(hit(OTHER, MEM))
  const both = (await lore.run(['search', 'tide'])).stdout
  expect(both).toContain(`Contradicted by ${OTHER}, which is shown here too`)
  expect(both).not.toContain('“Words of')
  lore.server.world.memories = [buildMemory({ contradicted_by: [side(OTHER)] })]
  expect((await lore.run(['memory', MEM])).stdout).toContain(sentence)
})

test('lore search asks what was known then', async () => {
  await lore.run(['search', 'tide', '--as-of', '2026-04-10T00:00:00Z'])
  expect(JSON.stringify(asked())).toContain('"as_of":"2026-04-10T00:00:00.000Z"')
})
