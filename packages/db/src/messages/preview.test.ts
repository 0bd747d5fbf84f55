import type { Block } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { previewBlock } from './preview.ts'

/** All characters a block shows, wherever they stand. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((n: number, item) => n + lengthOf(item), 0)
  if (typeof value === 'object' && value !== null) return lengthOf(Object.values(value))
  return 0
}

describe('the preview of a block', () => {
  test('leaves a short one as it is', () => {
    const block: Block = { type: 'text', text: 'short' }
    expect(previewBlock(block, 100)).toEqual({ block, truncated_chars: 0 })
  })

  test('cuts a long one and says how much is missing', () => {
    expect(previewBlock({ type: 'thinking', text: 'x'.repeat(150) }, 100)).toEqual({
      block: { type: 'thinking', text: 'x'.repeat(100) },
      truncated_chars: 50,
    })
  })

  test('never cuts a character in two', () => {
    const { block, truncated_chars } = previewBlock({ type: 'text', text: `abc😀` }, 4)
    expect(block).toEqual({ type: 'text', text: 'abc' })
    expect(truncated_chars).toBe(2)
  })

  test('keeps the names and structure of a tool call', () => {
    const input = { file_path: 'src/a.ts', content: 'y'.repeat(500), lines: [1, 'zz'], ok: true }
    expect(previewBlock({ type: 'tool_call', id: 'c', name: 'Write', input }, 108)).toEqual({
      block: {
        type: 'tool_call',
        id: 'c',
        name: 'Write',
        input: { file_path: 'src/a.ts', content: 'y'.repeat(100), lines: [1, ''], ok: true },
      },
      truncated_chars: 402,
    })
  })

  test('never cuts what identifies: call ids, hashes, paths of files', () => {
    const image: Block = { type: 'image', mime: 'image/png', bytes: 9, sha256: 'a'.repeat(64) }
    expect(previewBlock(image, 1)).toEqual({ block: image, truncated_chars: 0 })
    const file: Block = { type: 'file', path: 'p'.repeat(300) }
    expect(previewBlock(file, 1)).toEqual({ block: file, truncated_chars: 0 })
  })

  test('accounts for every character, whatever the call was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 50 }), (value, max) => {
        const input = JSON.parse(JSON.stringify(value))
        const preview = previewBlock({ type: 'other', name: 'x', raw: input }, max)
        const shown = preview.block.type === 'other' ? lengthOf(preview.block.raw) : Number.NaN
        expect(shown + preview.truncated_chars).toBe(lengthOf(input))
        expect(shown).toBeLessThanOrEqual(max)
      }),
    )
  })
})
