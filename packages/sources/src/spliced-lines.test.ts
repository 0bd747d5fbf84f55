import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReadSession } from './source.ts'
import { createSources } from './sources.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const FOLDER = dirname(fileURLToPath(import.meta.url))
const sources = createSources({ home: '/nowhere/at/all', platform: 'linux', variables: {} })

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const readAt = async (path: string): Promise<[string, ReadSession] | null> => {
  for (const source of sources) {
    if (!(await source.recognises(path))) continue
    const outcome = await source.read([{ path }])
    return outcome.status === 'session' ? [source.info.name, outcome.session] : null
  }
  return null
}

const saidIn = ({ messages }: ReadSession) =>
  messages.map(({ role, kind, blocks }) => ({ role, kind, blocks }))

/** Every file of lines of every tool; what a test of another tool left there is not taken for one of its own. */
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /[\\/]fixtures[\\/].*\.jsonl$/.test(name))
  .sort()

describe('a file of a tool whose records are not each on a line of their own', () => {
  const tools = new Set<string>()

  test.each(files)('%s: nothing is lost when all of them share one', async (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    const records = text.split('\n').filter((line) => isRecord(line))
    const plain = await readAt(folder.write(`plain/${name}`, `${records.join('\n')}\n`))
    if (plain === null) return
    const [tool, session] = plain
    const spliced = await readAt(folder.write(`spliced/${name}`, `${records.join('')}\n`))
    expect(spliced?.[0]).toBe(tool)
    expect(spliced && saidIn(spliced[1])).toEqual(saidIn(session))
    expect(spliced?.[1].figures.files[0]?.badLines.count).toBe(0)
    tools.add(tool)
  })

  test.each(files)(
    '%s: one that was cut off takes no other with it, and its line is named',
    async (name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8')
      const records = text.split('\n').filter((line) => isRecord(line))
      const last = records.at(-1)
      if (last === undefined || (await readAt(folder.write(`plain/${name}`, text))) === null) return
      const without = await readAt(folder.write(`plain/${name}`, `${records.join('\n')}\n`))
      const [first = '', ...rest] = records
      // Half of a record that says nothing new, and the next one on its line.
      const cut = `${first}\n${first.slice(0, first.length / 2)}${rest.join('\n')}\n`
      const read = await readAt(folder.write(`cut/${name}`, cut))
      expect(read && saidIn(read[1])).toEqual(without && saidIn(without[1]))
      const bad = read?.[1].figures.files[0]?.badLines
      expect(bad).toEqual({ count: 1, first: 2 })
    },
  )

  test('is tried of every tool that writes lines', () =>
    expect([...tools].sort()).toEqual([
      'claude-code',
      'codex',
      'copilot-chat',
      'copilot-cli',
      'droid',
      'gemini-cli',
      'pi',
      'qwen-code',
      'windsurf',
    ]))
})

const isRecord = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
