import type { SharedCommit } from '@teamlore/shared/shared-code'
import { describe, expect, test } from 'vitest'
import { bytesOf, withinBytes } from './within-bytes.ts'

type File = SharedCommit['files'][number]
const file = (path: string, hunks: File['hunks']): File => ({
  path,
  old_path: null,
  status: 'modified',
  hunks,
})
const hunks = (count: number, line: string): File['hunks'] =>
  Array.from({ length: count }, (_, n) => ({ at: n * 3, removed: 1, added: 1, lines: [line] }))
const commitOf = (...files: File[]): SharedCommit => ({ sha: 'a'.repeat(40), files, is_cut: false })
const linesOf = ({ files }: SharedCommit) =>
  files.map((one) => one.hunks.map(({ lines }) => lines?.length ?? null))

describe('a commit that is larger than a request may be', () => {
  test('keeps the text of its smallest files, and of the others one place each', () => {
    const commit = commitOf(file('b.ts', hunks(100, 'x'.repeat(50))), file('a.ts', hunks(2, 'x')))
    const sent = withinBytes(commit, 2_000)
    expect(linesOf(sent.commit)).toEqual([[null], [1, 1]])
    expect(sent.commit.files[0]?.hunks).toEqual([{ at: 0, removed: 298, added: 298, lines: null }])
    expect(sent.commit.is_cut).toBe(false)
    expect(Buffer.byteLength(JSON.stringify(sent.commit))).toBeLessThanOrEqual(sent.bytes)
    expect(sent.bytes).toBeLessThanOrEqual(2_000)
  })

  test('is measured in bytes, of which other scripts take more', () => {
    const commit = commitOf(file('a.ts', hunks(1, '潮'.repeat(500))))
    expect(bytesOf(commit)).toBeGreaterThan(1_500)
    expect(linesOf(withinBytes(commit, 1_200).commit)).toEqual([[null]])
    expect(linesOf(withinBytes(commit, 2_000).commit)).toEqual([[1]])
  })

  test('says so where not even all of its files can be named', () => {
    const many = Array.from({ length: 100 }, (_, n) => file(`src/${n}.ts`, hunks(1, 'x')))
    const { commit, bytes } = withinBytes(commitOf(...many), 2_000)
    expect(commit.files.length).toBeGreaterThan(5)
    expect(commit.is_cut).toBe(true)
    expect(bytes).toBeLessThanOrEqual(2_000)
  })
})
