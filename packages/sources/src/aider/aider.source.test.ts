import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Found, ReadSession } from '../source.ts'
import { testCountsAgree } from '../testing/counts.ts'
import { describeSourceContract } from '../testing/source-contract.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createAiderSource } from './aider.source.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url))
const make = (home = '/nowhere/at/all', variables = {}) =>
  createAiderSource({ home, platform: 'linux', variables })

describeSourceContract('Aider', {
  make: () => make(),
  makeMissing: () => make(),
  samples: FIXTURES,
})

describe('counts of Aider', () => {
  testCountsAgree({
    make: () => make(),
    counter: 'count-aider.mjs',
    fixtures: FIXTURES,
    samples: 'aider',
  })
})

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const foundIn = async (
  source = make(),
  path?: string,
): Promise<Exclude<Found, { problem: string }>[]> => {
  const found = []
  for await (const one of source.find(path)) if ('group' in one) found.push(one)
  return found
}

const readAll = async (path: string): Promise<ReadSession[]> => {
  const sessions = []
  for (const found of await foundIn(make(), path)) {
    const outcome = await make().read([found])
    if (outcome.status === 'session') sessions.push(outcome.session)
  }
  return sessions
}

const run = (time: string, ...lines: string[]): string =>
  [`# aider chat started at ${time}`, '', ...lines, '', ''].join('\n')

describe('where histories are', () => {
  test('in repositories below the home folder, if Aider was ever run', async () => {
    const text = run('2026-01-01 00:00:00', '#### x  ')
    folder.write('code/a/.aider.chat.history.md', text)
    folder.write('code/a/.git/HEAD', '')
    folder.write('code/a/below/.aider.chat.history.md', text)
    folder.write('node_modules/b/.aider.chat.history.md', text)
    expect(await foundIn(make(folder.path))).toEqual([])
    folder.write('.aider/analytics.json', '{}')
    const found = await foundIn(make(folder.path))
    expect(found.map(({ path }) => path)).toEqual([
      join(folder.path, 'code/a/.aider.chat.history.md'),
    ])
  })

  test('and at the top of projects that are known, wherever they are; the files themselves are watched', async () => {
    const path = folder.write(
      'srv/mill/.aider.chat.history.md',
      run('2026-01-01 00:00:00', '#### x  '),
    )
    folder.write('srv/quay/README.md', '')
    const source = createAiderSource({
      home: join(folder.path, 'home'),
      platform: 'linux',
      variables: {},
      projectFolders: () =>
        ['srv/mill', 'srv/quay', 'srv/gone'].map((one) => join(folder.path, one)),
    })
    expect((await foundIn(source)).map(({ path: at }) => at)).toEqual([path])
    expect(await source.watchPaths()).toEqual([path])
  })

  test('or where Aider was configured to write', async () => {
    const path = folder.write('notes.md', run('2026-01-01 00:00:00', '#### x  '))
    const source = make(folder.path, { AIDER_CHAT_HISTORY_FILE: path })
    expect(await source.isInstalled()).toBe(true)
    expect((await foundIn(source)).map(({ path: at }) => at)).toEqual([path])
  })
})

describe('runs', () => {
  test('each is a session, two at the same time are two', async () => {
    const path = folder.write(
      'a.aider.md',
      run('2026-01-01 00:00:00', '#### a  ') + run('2026-01-01 00:00:00', '#### b  '),
    )
    const sessions = await readAll(path)
    expect(sessions.map(({ title }) => title)).toEqual(['a', 'b'])
    expect(new Set(sessions.map(({ native_id }) => native_id)).size).toBe(2)
    expect(sessions[0]?.started_at).toBe('2026-01-01T00:00:00.000Z')
  })

  test('what was there keeps its keys and its version when the file grows', async () => {
    const path = folder.write(
      'a.aider.md',
      run('2026-01-01 00:00:00', '#### a  ') + run('2026-01-02 00:00:00', '#### b  ', '', 'Yes.'),
    )
    const [foundBefore, before] = [await foundIn(make(), path), await readAll(path)]
    appendFileSync(path, '> Tokens: 1 sent, 2 received.  \n#### c  \n# half a li')
    const [foundAfter, after] = [await foundIn(make(), path), await readAll(path)]
    expect(foundAfter.map(({ part }) => part)).toEqual(foundBefore.map(({ part }) => part))
    expect(foundAfter[0]?.version).toBe(foundBefore[0]?.version)
    expect(foundAfter[1]?.version).not.toBe(foundBefore[1]?.version)
    const keysOf = (session: ReadSession | undefined) =>
      session?.messages.map(({ key }) => key) ?? []
    expect(keysOf(after[1]).slice(0, 2)).toEqual(keysOf(before[1]))
    expect(after[1]?.messages[1]?.usage?.output_tokens).toBe(2)
    expect(after[1]?.messages).toHaveLength(4)
  })

  test('a request that was broken off takes nothing away from the figures of the answer before it', async () => {
    const path = folder.write(
      'a.aider.md',
      run(
        '2026-01-01 00:00:00',
        ...['#### a  ', '', 'Yes.', ''],
        ...[
          '> Tokens: 5 sent, 3 received. Cost: $0.1 message, $0.1 session.  ',
          '> ^C again to exit  ',
        ],
        '> Tokens: 7 sent, 0 received. Cost: $0.2 message, $0.3 session.  ',
      ),
    )
    const [session] = await readAll(path)
    expect(session?.messages[1]?.usage).toMatchObject({ input_tokens: 12, output_tokens: 3 })
  })

  test('where the spaces behind Aider’s lines were taken off, fences show what is quoted', async () => {
    const path = folder.write(
      'a.aider.md',
      run(
        '2026-01-01 00:00:00',
        '#### a',
        '',
        '```',
        '#### quoted',
        '> quoted',
        '```',
        '',
        '#### b',
      ),
    )
    const [session] = await readAll(path)
    expect(session?.messages.map(({ kind }) => kind)).toEqual(['human', 'assistant', 'human'])
  })

  test('edits name the lines of the answer they were said in', async () => {
    const path = folder.write(
      'a.aider.md',
      run(
        '2026-01-01 00:00:00',
        ...[
          '#### a  ',
          'x.py',
          '<source>python',
          '<<<<<<< SEARCH',
          'a',
          '=======',
          'b',
          '>>>>>>> REPLACE',
        ],
        ...['</source>', '> Applied edit to x.py  ', '> Applied edit to C:\\y\\z.py  '],
      ),
    )
    const [session] = await readAll(path)
    expect(session?.edits.map(({ addedText, removedText }) => [addedText, removedText])).toEqual([
      [['b'], ['a']],
      [[], []],
    ])
    expect(session?.edits[0]?.path).toBe(join(folder.path, 'x.py'))
  })

  test.each([
    ['> /Users/ada/aider/.venv/bin/aider --lint --commit  ', 'aider --lint --commit'],
    ['> C:\\My Tools\\aider.exe boat.py  ', 'aider.exe boat.py'],
    ['> Files are in different git repos.  ', 'Files are in different git repos.'],
  ])('one in which nobody typed is called by what started it: %s', async (line, title) => {
    const path = folder.write(
      'a.aider.md',
      run('2026-01-01 00:00:00', line, '> Aider v0.47.2  ') +
        run('2026-01-02 00:00:00', line, '#### Caulk the boat  '),
    )
    const sessions = await readAll(path)
    expect(sessions.map((session) => session.title)).toEqual([title, 'Caulk the boat'])
  })

  test('a file of many runs is taken apart once', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) =>
      run(
        `2026-01-01 00:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:00`,
        '#### x  ',
        '',
        'y'.repeat(2_000),
      ),
    )
    const path = folder.write('a.aider.md', many.join(''))
    const source = make()
    const found = await foundIn(source, path)
    expect(found).toHaveLength(2_000)
    let sessions = 0
    for (const one of found) sessions += (await source.read([one])).status === 'session' ? 1 : 0
    expect(sessions).toBe(2_000)
  })
})
