import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestCli } from '../../testing/test-cli.ts'

let lore: ReturnType<typeof createTestCli>
beforeEach(() => {
  lore = createTestCli()
  mkdirSync(lore.path('book'))
})
afterEach(() => lore.dispose())

const write = (path: string, text: string): void => {
  mkdirSync(dirname(lore.path('book', path)), { recursive: true })
  writeFileSync(lore.path('book', path), text)
}
const note = (path: string, frontMatter: string, body = '') =>
  write(path, `---\n${frontMatter}\n---\n${body}`)
const run = (...words: string[]) => lore.run(['book', ...words], { cwd: lore.path('book') })

const NOTES = () => {
  note('architecture/shop.md', 'title: Shop\ntype: system\nstatus: live')
  note(
    'architecture/checkout.md',
    'title: Checkout\ntype: component\naliases: [Till]\npart_of: Shop\nstatus: live',
    'Takes money.',
  )
  note(
    'delivery/12.md',
    'title: Checkout split\ntype: event\nsession: 12\naffects: [Checkout]\nconsequences:\n  - { entity: Checkout, property: status, value: deprecated }',
  )
}

describe('lore book', () => {
  test('goes from an empty folder to an answer, with no server', async () => {
    expect((await run('init', '--name', 'Shop book')).code).toBe(0)
    NOTES()
    const validated = await run('validate')
    expect(validated).toMatchObject({ code: 0, stderr: '' })
    expect(validated.stdout).toContain('0 errors, 0 warnings, 0 notes. 3 files, 3 entities')
    const relations = await run('query', 'relations', 'till', '--json')
    expect(relations.json()).toMatchObject({
      name: 'Checkout',
      relationships: [
        { from: 'Checkout', relationship: 'PART_OF', direction: 'outgoing', name: 'Shop' },
        {
          from: 'Checkout',
          relationship: 'AFFECTED_BY',
          direction: 'incoming',
          name: 'Checkout split',
        },
      ],
    })
    const state = await run('query', 'state', 'Checkout', '--layer', 'delivery', '--json')
    expect(state.json()).toMatchObject({
      base: { status: 'live' },
      current: { status: 'deprecated' },
    })
    const before = await run(
      'query',
      'state',
      'Checkout',
      '--layer',
      'delivery',
      '--session',
      '11',
      '--json',
    )
    expect(before.json()).toMatchObject({ current: { status: 'live' } })
    expect((await run('query', 'entity', 'checkout')).stdout).toContain('Takes money.')
    expect((await run('query', 'list', '--type', 'system')).stdout).toContain('Shop')
    expect((await run('query', 'timeline', '--layer', 'delivery')).stdout).toContain(
      'Checkout split',
    )
    expect((await run('export', '--format', 'mermaid')).stdout).toContain('graph LR')
  })

  test('restores the one of its two files that is missing, and writes over nothing', async () => {
    write('schema.yaml', 'mine')
    const restored = await run('init', '--json')
    expect(restored.json()).toEqual({ written: [lore.path('book', 'lorecraft.yaml')] })
    expect(readFileSync(lore.path('book', 'schema.yaml'), 'utf8')).toBe('mine')
    const { code, stderr } = await run('init')
    expect(code).toBe(1)
    expect(stderr).toContain('is there already')
    await run('export', '--out', 'schema.yaml')
    expect(readFileSync(lore.path('book', 'schema.yaml'), 'utf8')).toBe('mine')
  })

  test('begins with the templates of worlds and of knowledge, whose handouts are for players', async () => {
    expect((await run('init', '--template', 'knowledge-base')).code).toBe(0)
    expect((await run('validate')).code).toBe(0)
    mkdirSync(lore.path('world'))
    const inWorld = (...words: string[]) =>
      lore.run(['book', ...words], { cwd: lore.path('world') })
    expect((await inWorld('init', '--template', 'fantasy-rpg')).code).toBe(0)
    mkdirSync(lore.path('world/lore'))
    for (const [name, more] of [
      ['Open', 'visibility: player'],
      ['Plot', ''],
    ])
      writeFileSync(
        lore.path(`world/lore/${name}.md`),
        `---\ntype: npc\n${more}\n---\nSee [[Plot]].\n`,
      )
    const handout = await inWorld('export', '--format', 'handout')
    expect(handout.stdout).toContain('Open')
    expect(handout.stdout).not.toContain('Plot')
    const whole = await inWorld('export', '--format', 'handout', '--role', 'owner')
    expect(whole.stdout).toContain('Plot')
  })

  test('says what links in texts would add, and has them in a new book', async () => {
    await run('init')
    note('architecture/a.md', 'title: A\ntype: component', 'See [[B]].')
    note('architecture/b.md', 'title: B\ntype: component')
    const relations = async () => (await run('query', 'relations', 'A', '--json')).json()
    expect(await relations()).toMatchObject({
      relationships: [{ relationship: 'RELATED_TO', name: 'B', is_from_text: true }],
    })
    const text = readFileSync(lore.path('book', 'lorecraft.yaml'), 'utf8')
    write('lorecraft.yaml', text.replace('links: true\n', ''))
    expect(await relations()).toMatchObject({ relationships: [] })
    expect((await run('links')).stdout).toContain('They would add 1.')
    expect((await run('links', '--json')).json()).toMatchObject({
      links: false,
      decided_by: 'nobody',
      would_add: 1,
      items: [{ from: 'A', to: 'B', source_file: 'architecture/a.md', line: 5 }],
    })
    expect((await run('links', '--on', '--off')).code).toBe(2)
  })

  test('reports what is wrong by file and line, as text, JSON and SARIF, with 1 at the end', async () => {
    await run('init')
    NOTES()
    note('architecture/bad.md', 'title: Bad\ntype: component\nstatus: liev\npart_of: Shop')
    const text = await run('validate')
    expect(text.code).toBe(1)
    expect(text.stdout).toContain('architecture/bad.md:4:9  error')
    expect(text.stdout).toContain('Did you mean "live"?')
    const json = await run('validate', '--json')
    expect(json.json()).toMatchObject({
      problems: [{ file: 'architecture/bad.md', line: 4, nearest: 'live' }],
    })
    const sarif = await run('validate', '--sarif')
    expect(sarif.json()).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'not-in-enum' }] }],
    })
    write('schema.yaml', 'version: 1\nentity_tpyes: []\n')
    const broken = await run('validate')
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain('schema.yaml:2:1')
    expect((await run('query', 'list')).stderr).toContain('schema.yaml, line')
  })

  test('ends with 1 for warnings only when it is to be strict', async () => {
    await run('init')
    NOTES()
    note('architecture/new.md', 'title: Basket\ntype: component\npart_of: Nobody knows')
    expect((await run('validate')).code).toBe(0)
    expect((await run('validate', '--strict')).code).toBe(1)
  })

  test('names what is near a slip', async () => {
    await run('init')
    NOTES()
    expect((await run('query', 'entity', 'Chekcout')).stderr).toContain('Did you mean "Checkout"?')
    expect((await run('query', 'state', 'Checkout', '--layer', 'delivry')).stderr).toContain(
      'Did you mean delivery?',
    )
    expect((await run('query', 'entity')).code).toBe(2)
    expect((await run('query', 'entity', 'Shop', '--semantic')).stderr).toContain('for a search')
    expect((await run('query', 'search', '--semantic')).code).toBe(2)
    expect((await run('query', 'search', 'shop', '--semantic')).stderr).toContain('not logged in')
    expect((await run('init', '--template', 'fictoin')).stderr).toContain('Did you mean fiction?')
    expect((await run('qurey', 'list')).code).toBe(2)
    expect((await lore.run(['book', 'validate'], { cwd: lore.path() })).stderr).toContain(
      'lore book init',
    )
  })

  test('takes only a name that the server can keep, and says what a dry run makes without one', async () => {
    expect((await run('init', '--name', 'a/b')).stderr).toContain('--name "a-b"')
    expect((await run('init')).code).toBe(0)
    NOTES()
    const dry = await run('ingest', '--dry-run', '--json')
    expect(dry.json()).toMatchObject({ state: 'planned', summary: { created: 3, errors: 0 } })
    expect((await run('ingest')).stderr).toContain('not logged in')
  })

  test('reads the book from a folder within it, and follows no link out of it', async () => {
    await run('init')
    NOTES()
    mkdirSync(lore.path('outside'))
    writeFileSync(lore.path('outside', 'secret.md'), '---\ntitle: Secret\ntype: system\n---\n')
    symlinkSync(lore.path('outside'), lore.path('book', 'architecture', 'link'))
    symlinkSync(lore.path('outside', 'secret.md'), lore.path('book', 'architecture', 'link.md'))
    const { stdout } = await lore.run(['book', 'query', 'list'], {
      cwd: lore.path('book', 'delivery'),
    })
    expect(stdout).toContain('Checkout')
    expect(stdout).not.toContain('Secret')
  })

  test('proposes a schema for a vault, which then is valid', async () => {
    write('People/Ann.md', '---\nlives in: "[[Port]]"\n---\nSee [[Port]].\n')
    write('Places/Port.md', '# Port\n')
    expect((await run('infer')).stdout).toContain('LIVES_IN')
    expect((await run('infer', '--write')).code).toBe(0)
    expect((await run('validate')).stdout).toContain('0 errors')
    expect((await run('query', 'relations', 'Port')).stdout).toContain('Ann')
  })

  test('what notes say reaches a terminal as text alone', async () => {
    await run('init')
    note('architecture/x.md', 'title: "A\\e[31mred"\ntype: system')
    const { stdout } = await lore.run(['book', 'query', 'entity', 'a\u001b[31mred'], {
      cwd: lore.path('book'),
      columns: 80,
    })
    expect(stdout).not.toContain('\u001b[31m')
  })
})
