import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ImportBench, importBench } from './testing/import-bench.ts'

let bench: ImportBench
let project: ReturnType<typeof temporaryFolder>
beforeEach(async () => {
  bench = await importBench()
  project = temporaryFolder()
})
afterEach(async () => {
  await bench.close()
  project.remove()
})

/** A session of Claude Code in the project: a question, and a file read. */
const writeSession = (
  path: string,
  result: string,
  prompt = 'Look at it',
  cwd = project.path,
): void => {
  const base = {
    sessionId: 's1',
    cwd,
    version: '2',
    timestamp: '2026-03-01T10:00:00.000Z',
  }
  const records = [
    {
      ...base,
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      message: { role: 'user', content: prompt },
    },
    {
      ...base,
      type: 'assistant',
      uuid: 'a1',
      parentUuid: 'u1',
      message: {
        id: 'msg_1',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: path } }],
      },
    },
    {
      ...base,
      type: 'user',
      uuid: 'u2',
      parentUuid: 'a1',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: result }],
      },
    },
  ]
  writeFileSync(
    join(bench.files.path, 's1.jsonl'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  )
}

const sentText = (): string => JSON.stringify(bench.server.requests)

describe('an import', () => {
  test('leaves a project alone whose .loreignore is empty, and says so', async () => {
    writeFileSync(join(project.path, '.loreignore'), '')
    writeSession('a.txt', 'quiet')
    const report = await bench.run()
    expect(bench.server.requests).toEqual([])
    expect(report).toMatchObject({ leftOut: { sessions: 1, contents: 0 }, sent: { sessions: 0 } })
  })

  test('leaves out what a coding agent was asked when it distilled: it holds what was sent already', async () => {
    writeSession('a.txt', 'quiet', 'Find.', join(project.path, 'lore-distil-cwd'))
    const report = await bench.run()
    expect(bench.server.requests).toEqual([])
    expect(report).toMatchObject({ leftOut: { sessions: 1 }, sent: { sessions: 0 } })
  })

  test('goes on with it once the file is gone', async () => {
    writeFileSync(join(project.path, '.loreignore'), '*\n')
    writeSession('a.txt', 'quiet')
    await bench.run()
    writeFileSync(join(project.path, '.loreignore'), '/other\n')
    expect(await bench.run()).toMatchObject({ sent: { sessions: 1 }, leftOut: { sessions: 0 } })
  })

  test('sends no content of files that .loreignore names', async () => {
    writeFileSync(join(project.path, '.loreignore'), 'customers/\n')
    writeSession(join(project.path, 'customers/a.csv'), 'hush-hush')
    const report = await bench.run()
    expect(sentText()).not.toContain('hush-hush')
    expect(sentText()).toContain('[left out: .loreignore]')
    expect(report.leftOut).toEqual({ sessions: 0, contents: 2 })
  })

  test('sends no content of files of another project that keeps to itself', async () => {
    const other = temporaryFolder()
    writeFileSync(join(other.path, '.loreignore'), '')
    writeSession(join(other.path, 'a.txt'), 'hush-hush')
    const report = await bench.run()
    other.remove()
    expect(sentText()).not.toContain('hush-hush')
    expect(sentText()).toContain('[left out: .loreignore]')
    expect(report).toMatchObject({ leftOut: { sessions: 0, contents: 2 }, sent: { sessions: 1 } })
  })

  test('takes out what the team and the user take for secrets, besides what everybody does', async () => {
    bench.server.setRules([{ name: 'team', pattern: 'acme_[a-z0-9]{4,40}' }])
    writeFileSync(
      join(bench.state.path, 'redaction.json'),
      JSON.stringify({ rules: [{ name: 'mine', pattern: 'project-\\d{4}' }] }),
    )
    writeSession('a.txt', 'acme_1234 and project-7777', 'Why acme_5678?')
    await bench.run()
    expect(sentText()).not.toMatch(/acme_\d|project-\d/)
    expect(sentText()).toContain('[REDACTED:team] and [REDACTED:mine]')
  })

  test('remembers the rules of a team whose server does not send them any more', async () => {
    bench.server.setRules([{ name: 'team', pattern: 'acme_[a-z0-9]{4,40}' }])
    await bench.run()
    const silent = {
      ...bench.server.client,
      redactionRules: {
        ...bench.server.client.redactionRules,
        get: () => Promise.reject(new Error('offline')),
      },
    }
    writeSession('a.txt', 'acme_1234')
    await bench.run({ client: silent })
    expect(sentText()).toContain('[REDACTED:team]')
    expect(sentText()).not.toContain('acme_1234')
  })

  test('does not begin with rules it cannot understand', async () => {
    writeFileSync(join(bench.state.path, 'redaction.json'), '{"rules": [')
    await expect(bench.run()).rejects.toThrow(/redaction\.json, line 1/)
    expect(bench.server.requests).toEqual([])
  })
})
