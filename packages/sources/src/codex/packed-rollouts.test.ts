import { readFileSync, renameSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { packedAs } from '../testing/zstd-frames.ts'
import { id, rollout, rolloutFolder } from './testing/rollouts.ts'

let folder: ReturnType<typeof rolloutFolder>
beforeEach(() => {
  folder = rolloutFolder()
})
afterEach(() => folder.remove())

const NAME = `.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-${id(1)}.jsonl`
const plain = readFileSync(rollout(10, 1))

const found = async () => {
  const paths: string[] = []
  for await (const { path } of folder.codex().find()) paths.push(path)
  return paths
}

describe('rollouts that Codex has packed', () => {
  test('are found, recognised and read like plain ones', async () => {
    const path = folder.write(`${NAME}.zst`, packedAs(plain))
    expect(await found()).toEqual([path])
    expect(await folder.codex().recognises(path)).toBe(true)
    const packed = await folder.readOne(path)
    const { messages, edits } = await folder.readOne(rollout(10, 1))
    expect(packed.messages).toEqual(messages)
    expect(packed.edits).toEqual(edits)
  })

  test('where both are there, the plain one counts', async () => {
    const path = folder.write(NAME, plain)
    folder.write(`${NAME}.zst`, packedAs(plain))
    expect(await found()).toEqual([path])
  })

  test('one that is packed between finding and reading is read all the same', async () => {
    const path = folder.write(NAME, plain)
    const before = await folder.readOne(path)
    renameSync(path, `${path}.old`)
    folder.write(`${NAME}.zst`, packedAs(plain))
    const after = await folder.readOne(path)
    expect(after.messages).toEqual(before.messages)
    expect(after.figures.files.map((file) => file.path)).toEqual([path])
  })

  test('of a damaged one what can be read is read, and the loss is counted', async () => {
    const long = Buffer.concat([
      plain.subarray(0, plain.lastIndexOf(10) + 1),
      Buffer.alloc(200_000, '\n'),
    ])
    const packed = packedAs(long)
    const path = folder.write(`${NAME}.zst`, packed.subarray(0, packed.length - 100))
    const { messages, figures } = await folder.readOne(path)
    expect(messages.length).toBeGreaterThan(10)
    expect(figures.files[0]?.badLines.count).toBe(2)
  })

  test('a fork finds the packed rollout it came from', async () => {
    folder.write(`${NAME}.zst`, packedAs(plain))
    const path = folder.write(
      `.codex/sessions/2026/03/01/rollout-2026-03-01T11-00-00-${id(2)}.jsonl`,
      readFileSync(rollout(11, 2)),
    )
    expect((await folder.readOne(path)).messages).toHaveLength(2)
  })
})
