import { describe, expect, test } from 'vitest'
import { buildMessage, text } from '../testing/ingest-builders.ts'
import { mergeVersions, toMessageVersion } from './message-version.ts'

const version = (...overrides: Parameters<typeof buildMessage>[1][]) =>
  toMessageVersion(buildMessage(3, Object.assign({}, ...overrides)), new Date('2026-06-01'))

const current = { isOlder: false }

describe('another version of a message', () => {
  test('that is the same, or differs in its place only, changes nothing', () => {
    expect(mergeVersions(version(), version(), current)).toBeUndefined()
    expect(version({ ordinal: 9 }).contentHash).toBe(version().contentHash)
  })

  test('forgets nothing that was known', () => {
    const stored = version({ model: 'm', git_branch: 'main', ts: '2026-01-01T00:00:00Z' })
    const grown = version({
      model: null,
      git_branch: null,
      ts: null,
      blocks: [text('x'.repeat(999))],
    })
    expect(mergeVersions(stored, grown, current)).toMatchObject({
      model: 'm',
      gitBranch: 'main',
      ts: '2026-01-01T00:00:00.000Z',
      blocks: [text('x'.repeat(999))],
    })
  })

  test('counts a cut output by its full length', () => {
    const output = (words: string, chars?: number) =>
      version({
        blocks: [
          {
            type: 'tool_result',
            tool_call_id: 'c',
            text: words,
            is_error: false,
            ...(chars === undefined ? {} : { cut: { chars, sha256: 'a'.repeat(64) } }),
          },
        ],
      })
    const partial = output('y'.repeat(500))
    const cut = output('y'.repeat(100), 90_000)
    expect(mergeVersions(partial, cut, current)?.blocks).toEqual(cut.blocks)
    expect(mergeVersions(cut, partial, current)).toBeUndefined()
  })

  test('of an older file brings no branch back that was left', () => {
    const left = version({ is_abandoned: true })
    expect(mergeVersions(left, version(), { isOlder: true })).toBeUndefined()
    expect(mergeVersions(left, version(), current)?.isAbandoned).toBe(false)
  })

  test('merged once more changes nothing', () => {
    const stored = version({
      usage: { input_tokens: 1, output_tokens: 9, cache_creation_tokens: 0, cache_read_tokens: 0 },
    })
    const arrived = version({
      blocks: [text('longer than before, by far, so that it is taken over whole')],
      usage: { input_tokens: 2, output_tokens: 3, cache_creation_tokens: 0, cache_read_tokens: 0 },
    })
    const merged = mergeVersions(stored, arrived, current)
    expect(merged?.usage).toMatchObject({ input_tokens: 2, output_tokens: 9 })
    expect(merged && mergeVersions(merged, arrived, current)).toBeUndefined()
  })
})
