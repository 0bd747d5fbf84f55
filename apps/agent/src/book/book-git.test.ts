import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  answerState,
  entitiesNamed,
  ingestBook,
  openBook,
  readProject,
  readSchema,
  type SourceFile,
} from '@teamlore/lorebook'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkedOutVersion, commitAt, readBookAt, taggedVersions } from './book-git.ts'
import { readBookFiles } from './read-book-files.ts'

const PROJECT = `project: p
version: 1
layers:
  - { name: is, paths: [./is/], canonical: true }
  - { name: log, paths: [./log/], depends_on: [is] }
`
const SCHEMA = `version: 1
entity_types:
  - name: part
    properties: [{ name: status, type: string, default: new }]
  - name: event
`
const RELEASES = 8
const PARTS = 12

let root: string
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GIT_COMMITTER_DATE: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
    },
  }).trim()
let day = 1
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const stateIn = (files: readonly SourceFile[], name: string): unknown => {
  const { project } = readProject(PROJECT)
  const { schema } = readSchema(SCHEMA)
  if (!project || !schema) throw new Error('The sample is wrong.')
  const open = openBook(ingestBook({ project, schema, files }).book)
  const [entity] = entitiesNamed(open.graph, name)
  return entity && answerState(open, entity, 'log')
}

/** A history in which each release changes, adds, renames and removes some files. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'teamlore-book-git-'))
  git('init', '-q')
  write('lorecraft.yaml', PROJECT)
  write('schema.yaml', SCHEMA)
  let seed = 5
  const below = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  for (let release = 1; release <= RELEASES; release += 1) {
    day = release
    for (let at = 0; at < PARTS; at += 1) {
      const path = `is/${at} ü.md`
      if (below(5) === 0) rmSync(join(root, path), { force: true })
      else if (below(2) === 0)
        write(path, `---\ntitle: Part ${at}\ntype: part\nstatus: s${below(9)}\n---\n`)
    }
    write(
      `log/${release}.md`,
      `---\ntitle: E ${release}\ntype: event\nsession: ${release}\nconsequences:\n  - { entity: Part ${below(PARTS)}, property: status, value: e${release} }\n---\n`,
    )
    git('add', '-A')
    git('commit', '-qm', `Release ${release}`)
    git('tag', `v${release}`)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a book as of a version of its repository', () => {
  test('has the state of every entity that a fresh ingest of that checkout has', async () => {
    for (let release = 1; release <= RELEASES; release += 1) {
      const then = await readBookAt(root, await commitAt(root, `v${release}`))
      git('checkout', '-q', `v${release}`)
      const fresh = await readBookFiles(root)
      expect(then.files).toEqual(fresh)
      expect(then).toMatchObject({ project: PROJECT, schema: SCHEMA })
      for (let at = 0; at < PARTS; at += 1)
        expect(stateIn(then.files, `Part ${at}`)).toEqual(stateIn(fresh, `Part ${at}`))
    }
  })

  test('is named by a tag, a commit or a date, and by nothing that is an option', async () => {
    const commit = git('rev-parse', 'v3')
    for (const at of ['v3', commit, commit.slice(0, 10), '2026-03-03'])
      expect(await commitAt(root, at), at).toBe(commit)
    for (const at of ['v99', '--all', '2025-01-01', ''])
      await expect(commitAt(root, at), at).rejects.toMatchObject({ code: 'cli.version_missing' })
  })

  test('is reported with its tags, and what is changed since is no version', async () => {
    const versions = await taggedVersions(root)
    expect(versions.map(({ tags }) => tags)).toEqual(
      Array.from({ length: RELEASES }, (_, at) => [`v${RELEASES - at}`]),
    )
    expect(await checkedOutVersion(root)).toMatchObject({ tags: [`v${RELEASES}`] })
    write('is/new.md', 'x')
    expect(await checkedOutVersion(root)).toBeUndefined()
  })
})
