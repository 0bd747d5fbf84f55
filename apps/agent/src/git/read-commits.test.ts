import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { NO_IGNORE, PLAIN_REDACTOR } from '@teamlore/redaction'
import { ingestCommitSchema } from '@teamlore/shared/commits'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { environmentForGit } from '../env.ts'
import { parseProjectIgnore } from '../privacy/project-ignore.ts'
import { mentionsIn, trailersIn } from './commit-words.ts'
import { listCommits, readCommits } from './read-commits.ts'
import { sessionsInNote } from './read-notes.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  git('init', '-q', '-b', 'main')
})
afterEach(() => folder.remove())

const git = (...args: string[]): string => {
  const who = [
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=Ann@Example.com',
    '-c',
    'protocol.file.allow=always',
  ]
  return execFileSync('git', [...who, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: environmentForGit(),
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}
const commit = (subject: string, ...rest: string[]): string => {
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', subject, ...rest)
  return git('rev-parse', 'HEAD')
}
const print = (line: string) => createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)

const read = async (
  shas?: string[],
  ignore: Parameters<typeof readCommits>[2]['ignore'] = NO_IGNORE,
) => {
  const found = []
  const wanted = shas ?? (await listCommits(folder.path))
  for await (const one of readCommits(folder.path, wanted, { redactor: PLAIN_REDACTOR, ignore }))
    found.push(ingestCommitSchema.parse(one))
  return found
}

describe('sessions that git-ai noted', () => {
  const note = (id: string) =>
    `src/a.ts\n  key 1-2\n---\n${JSON.stringify({ prompts: { key: { agent_id: { tool: 'claude', id } } } })}\n`

  test('are read with their commits, whatever stands in the other notes', async () => {
    const shas = ['one', 'two', 'three', 'four'].map((name) => commit(name))
    const texts = [note('first'), 'no note of git-ai', '\n', note('last\u00e9')]
    shas.forEach((sha, n) => {
      folder.write('note', texts[n] ?? '')
      git('notes', '--ref=ai', 'add', '--allow-empty', '-F', 'note', sha)
    })
    const found = await read()
    const ids = found.map((one) => one.noted_sessions.map(({ native_id }) => native_id))
    expect(ids).toEqual([['first'], [], [], ['last\u00e9']])
  })
})

test('more commits than git is asked for at once come in their order, each once', async () => {
  const stream = Array.from({ length: 850 }, (_, n) => {
    const text = `line ${n}\n`
    return [
      `commit refs/heads/many\nauthor A <a@b.test> ${1_700_000_000 + n} +0000`,
      `committer A <a@b.test> ${1_700_000_000 + n} +0000\ndata 1\nx`,
      `M 100644 inline f${n % 7}\ndata ${text.length}\n${text}`,
    ].join('\n')
  })
  execFileSync('git', ['fast-import', '--quiet'], {
    cwd: folder.path,
    env: environmentForGit(),
    input: `${stream.join('\n')}\n`,
  })
  const shas = await listCommits(folder.path)
  expect(shas).toHaveLength(850)
  const found = await read()
  expect(found.map(({ sha }) => sha)).toEqual(shas)
  expect(found.every((one) => one.patch_id !== null && one.branch === 'many')).toBe(true)
  for await (const one of readCommits(folder.path, shas, {
    redactor: PLAIN_REDACTOR,
    ignore: NO_IGNORE,
  })) {
    expect(one.sha).toBe(shas[0])
    break
  }
})

describe('commits as git reports them', () => {
  test('hold facts and fingerprints, and neither code nor addresses', async () => {
    folder.write('src/a.ts', 'const one = 1\n\n  const two = 2\n')
    const first = commit('Add numbers')
    folder.write('src/a.ts', 'const one = 1\n\n  const two = 3\n')
    const second = commit('Count to three\n\nThe body.\n\nCo-authored-by: Bob <bob@example.com>')
    const [one, two] = await read()
    expect(one).toMatchObject({
      sha: first,
      parents: [],
      author_name: 'Ann',
      author_hash: createHash('sha256').update('ann@example.com').digest('hex').slice(0, 16),
      branch: 'main',
      subject: 'Add numbers',
      files: [
        {
          path: 'src/a.ts',
          status: 'added',
          added_lines: 3,
          added: [print('const one = 1'), print('const two = 2')],
        },
      ],
    })
    expect(two).toMatchObject({
      sha: second,
      parents: [first],
      trailers: [{ key: 'Co-authored-by', value: 'Bob' }],
      files: [
        { status: 'modified', added: [print('const two = 3')], removed: [print('const two = 2')] },
      ],
    })
    expect(two?.patch_id).toMatch(/^[0-9a-f]{40}$/)
    const sent = JSON.stringify([one, two])
    for (const kept of ['const', 'example.com', 'The body']) expect(sent).not.toContain(kept)
  })

  test('have the body of a revert alone, without trailers and addresses', async () => {
    const first = commit('Cache the tides\n\nIt is faster.')
    const second = commit(
      `Revert "Cache the tides"\n\nThis reverts commit ${first}.\n\nThe cache was stale, said Bob <bob@example.com>.\n\nCo-authored-by: Bob <bob@example.com>`,
    )
    const [taken, kept] = await read([second, first])
    // Without the subject, which would be taken for the reason.
    expect(taken?.body).toBe(`This reverts commit ${first}.\n\nThe cache was stale, said Bob.`)
    expect(JSON.stringify(taken)).not.toContain('bob@example.com')
    expect(kept).not.toHaveProperty('body')
  })

  test('cannot be misled by lines that look like what git prints', async () => {
    const tricky = [
      '--- a/x',
      '+++ b/x',
      'diff --git a/x b/y',
      '@@ -1 +1 @@',
      'f'.repeat(40),
      '-removed',
      '+added',
    ]
    folder.write('notes.diff', `${tricky.join('\n')}\n`)
    commit('Add a diff')
    folder.write('notes.diff', 'plain\n')
    commit('Replace it')
    const [one, two] = await read()
    expect(one?.files).toMatchObject([
      { path: 'notes.diff', added: tricky.map(print), removed: [] },
    ])
    expect(two?.files).toMatchObject([{ removed: tricky.map(print), added: [print('plain')] }])
  })

  test('know renames, deletions, binaries, odd names and files without a last line break', async () => {
    folder.write('old name.ts', Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n'))
    folder.write('"quoted" ü.txt', 'x\n')
    folder.write('gone.ts', 'y\n')
    folder.write('empty', '')
    folder.write('image.bin', '\u0000\u0001\u0002')
    commit('One')
    git('mv', 'old name.ts', 'new name.ts')
    rmSync(join(folder.path, 'gone.ts'))
    commit('Two')
    const [one, two] = await read()
    const paths = (one?.files ?? []).map(({ path }) => path).sort()
    expect(paths).toEqual(['"quoted" ü.txt', 'empty', 'gone.ts', 'image.bin', 'old name.ts'])
    expect(one?.files.find(({ path }) => path === 'image.bin')).toMatchObject({
      is_binary: true,
      added: [],
    })
    expect(two?.files).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          path: 'new name.ts',
          old_path: 'old name.ts',
          status: 'renamed',
        }),
        expect.objectContaining({ path: 'gone.ts', status: 'deleted', removed: [print('y')] }),
      ]),
    )
  })

  test('of a merge name their parents and have no lines; those of a branch that was deleted are found', async () => {
    commit('Base')
    git('checkout', '-q', '-b', 'side')
    folder.write('side.ts', 'side line\n')
    const side = commit('On the side')
    git('checkout', '-q', 'main')
    folder.write('main.ts', 'main line\n')
    commit('On main')
    git('merge', '-q', '--no-ff', '-m', 'Merge side', 'side')
    git('branch', '-q', '-D', 'side')
    git('checkout', '-q', '-b', 'lost')
    folder.write('lost.ts', 'lost line\n')
    const lost = commit('Lost')
    git('checkout', '-q', 'main')
    git('branch', '-q', '-D', 'lost')
    const found = await read()
    const merge = found.find(({ subject }) => subject === 'Merge side')
    expect(merge?.parents).toHaveLength(2)
    expect(merge).toMatchObject({ files: [], patch_id: null })
    expect(found.map(({ sha }) => sha)).toEqual(expect.arrayContaining([side, lost]))
  })

  test('have the same patch after a rebase, also in a worktree, and a shallow clone says what it has', async () => {
    folder.write('a.ts', 'a\n')
    commit('Base')
    git('checkout', '-q', '-b', 'topic')
    folder.write('topic.ts', 'topic line\n')
    const before = commit('Topic')
    git('checkout', '-q', 'main')
    folder.write('main.ts', 'main line\n')
    commit('Main goes on')
    git('rebase', '-q', 'main', 'topic')
    const after = git('rev-parse', 'topic')
    git('checkout', '-q', 'main')
    const [one, two] = await read([before, after])
    expect(one?.sha).not.toBe(two?.sha)
    expect(one?.patch_id).toBe(two?.patch_id)
    const clone = join(folder.path, 'clone')
    git('clone', '-q', '--depth', '1', '--branch', 'main', `file://${folder.path}`, clone)
    expect(await listCommits(clone)).toHaveLength(1)
    const tree = join(folder.path, 'tree')
    git('worktree', 'add', '-q', tree, 'topic')
    expect(await listCommits(tree)).toEqual(expect.arrayContaining([before, after]))
  })

  test('leave out files that .loreignore names, and say that there are more', async () => {
    folder.write('secret/plan.md', 'keep this here\n')
    folder.write('open.md', 'open\n')
    commit('Both')
    const [one] = await read(undefined, parseProjectIgnore('secret/\n'))
    expect(one?.files.map(({ path }) => path)).toEqual(['open.md'])
    expect(one?.file_count).toBe(2)
  })

  test('give no fingerprint of a line that holds a secret', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    folder.write('a.env', `TOKEN=${token}\nplain line\n`)
    commit(`Use ${token}`)
    const [one] = await read()
    expect(one?.files[0]?.added).toEqual([print('plain line')])
    expect(one?.subject).not.toContain(token)
  })

  test('are none in a repository without commits', async () => {
    expect(await listCommits(folder.path)).toEqual([])
    expect(await read([])).toEqual([])
  })
})

test('a message says what it takes back and where it was picked from', () => {
  const sha = 'c'.repeat(40)
  expect(mentionsIn(`Revert "x"\n\nThis reverts commit ${sha}.`)).toEqual([
    { relation: 'reverts', sha },
  ])
  expect(mentionsIn(`x\n\n(cherry picked from commit ${sha})`)).toEqual([
    { relation: 'picks', sha },
  ])
  expect(trailersIn('Subject: not a trailer')).toEqual([])
})

test('a note of git-ai names the sessions of the tools', () => {
  const note = `src/a.ts\n  abc 1-3\n---\n${JSON.stringify({
    prompts: { abc: { agent_id: { tool: 'claude', id: 'native-1', model: 'm' } } },
  })}`
  expect(sessionsInNote(note)).toEqual([{ tool: 'claude', native_id: 'native-1', by: 'git-ai' }])
  expect(sessionsInNote('nonsense')).toEqual([])
})
