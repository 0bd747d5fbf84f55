import { statSync, writeFileSync } from 'node:fs'
import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import { answered, call, jsonl, said, typed } from '@teamlore/sources/claude-code/testing/records'
import { makeDelta } from '@teamlore/sources/delta/session-delta'
import { emptyState } from '@teamlore/sources/delta/session-state'
import type { ReadSession } from '@teamlore/sources/source'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInSteps, readPlace } from './read-place.ts'

const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** A person asks for edits, and at last goes back to the beginning: everything between is abandoned. */
const session = jsonl([
  ...Array.from({ length: 120 }, (_, at) => [
    typed(`u${at}`, at === 0 ? 'root' : `r${at - 1}`, `Question ${at}`),
    said(`a${at}`, `u${at}`, {
      id: `m${at}`,
      block: call(`t${at}`, 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' }),
    }),
    answered(`r${at}`, `a${at}`, {
      id: `t${at}`,
      result: { filePath: '/x', structuredPatch: [{ lines: ['+a'] }] },
    }),
  ]).flat(),
  typed('again', 'root', 'Something else'),
])

const wireOf = (read: ReadSession, state = emptyState('claude-code', ID)) =>
  makeDelta({ session: read, project: null, state, dropped: new Map(), sourcePath: '' })

test('a large file read in steps is reported once, each message as it is at the end', async () => {
  const path = folder.write(`${ID}.jsonl`, '')
  writeFileSync(path, session)
  const source = createClaudeCodeSource({ home: folder.path })
  const whole = await source.read([{ path }])
  if (whole.status !== 'session') throw new Error(whole.reason)
  const expected = wireOf(whole.session)

  const deps = { source, stepBytes: 8_000 }
  const { outcome, end } = await readPlace({ path }, statSync(path), deps)
  if (outcome.status !== 'session' || end === undefined) throw new Error('is to be read in steps')
  const state = emptyState('claude-code', ID)
  const read: { key: string; json: string }[] = []
  let steps = 0
  for await (const step of readInSteps({ path }, { whole: outcome.session, end }, deps)) {
    const delta = wireOf(step.session, state)
    read.push(...delta.messages, ...delta.edits)
    for (const one of delta.messages) state.messages.set(one.key, one)
    for (const { key, hash } of delta.edits) state.edits.set(key, hash)
    step.reading.reader.letGo(delta.captured)
    steps++
  }
  expect(steps).toBeGreaterThan(5)
  const inOrder = (all: readonly { key: string; json: string }[]) =>
    all.map(({ key, json }) => `${key} ${json}`).sort()
  expect(inOrder(read)).toEqual(inOrder([...expected.messages, ...expected.edits]))
  expect(whole.session.messages.filter(({ is_abandoned }) => is_abandoned)).toHaveLength(360)
})
