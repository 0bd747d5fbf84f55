import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropQuotes } from './drop-quotes.ts'
import { hookPlaces } from './hook-places.ts'

let state: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  state = temporaryFolder()
})
afterEach(() => state.remove())

const places = () => hookPlaces({ configDir: state.path, stateDir: state.path }, 'linux')
const lay = (path: string, text = 'a quote', ageDays = 0) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  const at = Date.now() / 1_000 - ageDays * 86_400
  utimesSync(path, at, at)
}
const drop = () =>
  dropQuotes({ places: places(), stateDir: state.path, serverId: 'team', platform: 'linux' })
const quotes = () =>
  readdirSync(state.path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path, 'utf8').includes('a quote'))

test('briefs, what was given, handovers and unsent answers go, of every project', async () => {
  const { briefs, recaps } = places()
  for (const name of ['hook.json', 'gemini.json', 'cursor.json', 'text', 'given'])
    lay(join(briefs, 'home/ann/heron', name))
  lay(join(briefs, 'home/ann/stork/text'))
  lay(join(recaps, 'claude-code-1'))
  lay(join(state.path, 'own-agent', 'unsent-team.json'))
  expect(quotes()).toHaveLength(8)
  await drop()
  expect(quotes()).toEqual([])
})

test('what quotes nothing stays, such as how sessions are parted and on which model they ran', async () => {
  lay(join(places().briefs, 'home/ann/heron/split'), 'a round')
  lay(join(places().briefs, 'home/ann/heron/given.model.codex'), 'a model')
  lay(join(state.path, 'own-agent', 'unsent-others.json'))
  await drop()
  expect(readdirSync(join(places().briefs, 'home/ann/heron'))).toEqual([
    'given.model.codex',
    'split',
  ])
  expect(quotes()).toHaveLength(1)
})

test('briefs are asked for again at once, those fetched last first, and not of a hundred projects', async () => {
  for (let n = 0; n < 30; n++) lay(join(places().briefs, `home/ann/p${n}/text`), 'a quote', n)
  lay(places().nudges, 'end\tcodex\t/home/ann/heron\n')
  await drop()
  const lines = readFileSync(places().nudges, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(21)
  expect(lines.slice(0, 2)).toEqual([
    'end\tcodex\t/home/ann/heron',
    'start\tclaude-code\t/home/ann/p0',
  ])
})

test('on a machine without hooks there is nothing to do', async () => {
  await drop()
  expect(readdirSync(state.path)).toEqual([])
})
