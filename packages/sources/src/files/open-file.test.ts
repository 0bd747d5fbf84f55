import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { packedAs, repeated } from '../testing/zstd-frames.ts'
import { openFile } from './open-file.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const read = async (content: Buffer, name = 'a.jsonl.zst') => {
  const seen = { bytes: 0, text: '', largest: 0, isDamaged: false }
  const onDamage = () => {
    seen.isDamaged = true
  }
  for await (const chunk of openFile(folder.write(name, content), { onDamage })) {
    seen.bytes += chunk.length
    seen.largest = Math.max(seen.largest, chunk.length)
    if (seen.bytes < 1_000_000) seen.text += chunk.toString()
  }
  return seen
}

describe('opening a file', () => {
  test('what is packed is unpacked, by its name; anything else is read as it is', async () => {
    const frame = packedAs(Buffer.from('one\ntwo\n'))
    expect(await read(frame)).toMatchObject({ text: 'one\ntwo\n', isDamaged: false })
    expect((await read(frame, 'a.jsonl')).bytes).toBe(frame.length)
    expect(await read(Buffer.from('plain'), 'a.jsonl')).toMatchObject({ text: 'plain' })
  })

  test('of a packed file that ends too early, the text before that is kept, and the loss reported', async () => {
    const frame = packedAs(Buffer.from('x'.repeat(250_000)))
    const seen = await read(frame.subarray(0, frame.length - 10))
    expect(seen.isDamaged).toBe(true)
    expect(seen.bytes).toBe(200_000)
  })

  test('what is not packed at all under such a name is damaged, and so is rubbish inside', async () => {
    expect(await read(Buffer.from('{"type":"x"}\n'))).toMatchObject({ bytes: 0, isDamaged: true })
    const rubbish = Buffer.concat([packedAs(Buffer.from('x')).subarray(0, 9), Buffer.alloc(500, 7)])
    expect((await read(rubbish)).isDamaged).toBe(true)
  })

  test('a file made to unpack to very much is handed on in pieces', async () => {
    const seen = await read(repeated(500))
    expect(seen).toMatchObject({ bytes: 500 * 100_000, isDamaged: false })
    expect(seen.largest).toBeLessThan(1_000_000)
  })

  test('one that asks for more memory than any session needs is not unpacked', async () => {
    expect(await read(repeated(5, 18))).toMatchObject({ bytes: 0, isDamaged: true })
  })
})
