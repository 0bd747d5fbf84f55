import { createHash } from 'node:crypto'
import { type Block, INGEST_LIMITS, ingestMessageSchema } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import type { ReadMessage } from '../source.ts'
import { finishMessage } from './finish-message.ts'

const message = (blocks: Block[]): ReadMessage => ({
  key: 'k',
  parent_key: null,
  ts: null,
  role: 'assistant',
  kind: 'assistant',
  model: null,
  blocks,
  usage: null,
  cwd: null,
  git_branch: null,
  tool_version: null,
  is_abandoned: false,
  is_replay: false,
})

const finish = (blocks: Block[]) => {
  const { json, redactions } = finishMessage(message(blocks), 3)
  return { message: ingestMessageSchema.parse(JSON.parse(json)), redactions, size: json.length }
}

const result = (text: string): Block => ({
  type: 'tool_result',
  tool_call_id: 't',
  text,
  is_error: false,
})
const { outputHeadChars: HEAD, outputTailChars: TAIL } = INGEST_LIMITS
const SECRET = ['ghp', 'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3d'].join('_')

describe('making a message ready to be sent', () => {
  test('short texts go as they are', () => {
    const blocks: Block[] = [{ type: 'text', text: 'hello' }, result('ok')]
    expect(finish(blocks).message).toMatchObject({ ordinal: 3, blocks })
  })

  test('a long output is cut to head and tail, and says how long it was and what its hash is', () => {
    const text = `${'a'.repeat(HEAD)}${'b'.repeat(50_000)}${'c'.repeat(TAIL)}`
    expect(finish([result(text)]).message.blocks).toEqual([
      {
        ...result(`${'a'.repeat(HEAD)}\n[… 50000 characters left out …]\n${'c'.repeat(TAIL)}`),
        cut: { chars: text.length, sha256: createHash('sha256').update(text).digest('hex') },
      },
    ])
  })

  test('an output just above the limit is cut just as well', () => {
    const text = 'x'.repeat(HEAD + TAIL + 1)
    const [block] = finish([result(text)]).message.blocks
    expect(block).toMatchObject({ cut: { chars: text.length } })
    expect(finish([result(text.slice(1))]).message.blocks[0]).not.toHaveProperty('cut')
  })

  test('a secret the cut goes through leaves nothing of itself behind', () => {
    for (const at of [HEAD - 20, HEAD - 1]) {
      const text = `${'x '.repeat(at / 2)}${at % 2 ? ' ' : ''} ${SECRET} ${'y '.repeat(50_000)}`
      const { message: finished, redactions } = finish([result(text)])
      expect(JSON.stringify(finished)).not.toContain('ghp_')
      expect(redactions).toBe(1)
    }
    const { message: finished } = finish([
      result(`${'x '.repeat(50_000)}${SECRET} ${'y'.repeat(TAIL - 10)}`),
    ])
    expect(JSON.stringify(finished)).not.toContain(SECRET.slice(10))
  })

  test('long strings in what a tool was called with are cut, wherever they stand', () => {
    const input = {
      file_path: '/x',
      content: 'z'.repeat(100_000),
      list: [{ deep: 'z'.repeat(100_000) }],
    }
    const [block] = finish([{ type: 'tool_call', id: 't', name: 'Write', input }]).message.blocks
    const text = JSON.stringify(block)
    expect(text.length).toBeLessThan(2 * (HEAD + TAIL) + 500)
    expect(text.match(/characters left out/g)).toHaveLength(2)
    expect(text).toContain('"file_path":"/x"')
  })

  test('what was said is kept far longer than what was printed', () => {
    const text = 'word '.repeat(20_000)
    expect(finish([{ type: 'text', text }]).message.blocks).toEqual([{ type: 'text', text }])
    const huge = 'word '.repeat(400_000)
    const [block] = finish([{ type: 'text', text: huge }]).message.blocks
    expect(JSON.stringify(block)).toContain('1500000 characters left out')
  })

  test('a message of many long parts shrinks until it fits a request', () => {
    const blocks = Array.from({ length: 300 }, () => result('x'.repeat(30_000)))
    const { message: finished, size } = finish(blocks)
    expect(size).toBeLessThan(INGEST_LIMITS.maxBytes / 2)
    expect(finished.blocks).toHaveLength(300)
    expect(finished.blocks[0]).toMatchObject({ cut: { chars: 30_000 } })
  })

  test('more blocks than a message may have are left out with a word', () => {
    const blocks = Array.from({ length: 2_500 }, (_, i): Block => ({ type: 'text', text: `${i}` }))
    const finished = finish(blocks).message
    expect(finished.blocks).toHaveLength(2_000)
    expect(finished.blocks.at(-1)).toEqual({ type: 'text', text: '[… 501 blocks left out …]' })
  })

  test('nothing is in it that the server’s database could not hold', () => {
    const odd = 'a\u0000b\ud800c'
    const { json } = finishMessage(
      {
        ...message([{ type: 'tool_call', id: odd, name: odd, input: { [odd]: [odd] } }]),
        cwd: odd,
      },
      0,
    )
    expect(json).not.toMatch(/\\u0000|\\ud800/i)
    expect(JSON.parse(json)).toMatchObject({ cwd: 'a\ufffdb\ufffdc' })
  })
})
