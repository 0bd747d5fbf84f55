import { describe, expect, test } from 'vitest'
import { chunkText, EMBEDDED_SIZE, WORDS_SIZE } from './chunk-text.ts'
import { modelTokens } from './model-tokens.ts'

const paragraph = (n: number) =>
  `Paragraph ${n} says that the berth stays locked. `.repeat(6).trim()

describe('parting a text', () => {
  test('leaves a short one whole', () => {
    expect(chunkText('  One line.\n')).toEqual(['One line.'])
    expect(chunkText(' \n ')).toEqual([])
  })

  test('follows its headings before anything else', () => {
    const sections = [1, 2, 3].map((n) => `## Part ${n}\n\n${paragraph(n)}\n\n${paragraph(n + 10)}`)
    expect(chunkText(sections.join('\n'))).toEqual(sections)
  })

  test('begins a code block with its fence', () => {
    const code = `\`\`\`ts\n${'const berth = readBerth(port)\n'.repeat(20)}\`\`\``
    const chunks = chunkText(`${paragraph(1)}\n\n${paragraph(2)}\n\n${paragraph(3)}\n${code}`)
    expect(chunks.some((chunk) => chunk.startsWith('```ts'))).toBe(true)
  })

  test('parts a log between its lines and breaks none of them', () => {
    const lines = Array.from(
      { length: 200 },
      (_, n) => `2026-05-01T10:00:${n} WARN berth ${n} busy`,
    )
    const chunks = chunkText(lines.join('\n'), WORDS_SIZE)
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.flatMap((chunk) => chunk.split('\n'))).toEqual(lines)
  })

  test('parts JSON lines between its records', () => {
    const records = Array.from({ length: 80 }, (_, n) =>
      JSON.stringify({ n, name: 'berth', free: true }),
    )
    const chunks = chunkText(records.join('\n'), WORDS_SIZE)
    for (const line of chunks.flatMap((chunk) => chunk.split('\n')))
      expect(() => JSON.parse(line)).not.toThrow()
  })

  test('loses no word, wherever it parts', () => {
    const text = Array.from({ length: 40 }, (_, n) => paragraph(n)).join('\n\n')
    const words = (of: string) => of.split(/\s+/)
    expect(chunkText(text).flatMap(words)).toEqual(words(text))
  })

  test('keeps chunks small where the model makes many tokens of few characters', () => {
    const dense = '港口的泊位分配在换班时重试三次，因为管理局的接口会返回错误。'.repeat(60)
    const chunks = chunkText(dense, EMBEDDED_SIZE)
    for (const chunk of chunks) expect(chunk.length).toBeLessThan(WORDS_SIZE.target / 2)
    expect(chunks.join('').replaceAll(/\s/g, '')).toBe(dense)
  })

  test('cuts through what has no seam, and through no character', () => {
    const chunks = chunkText('🚢'.repeat(2_000), WORDS_SIZE)
    expect(chunks.join('')).toBe('🚢'.repeat(2_000))
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(WORDS_SIZE.max)
  })
})

describe('tokens of the model', () => {
  test('are more for the same number of characters in code than in prose, and most in Chinese', () => {
    const tokensPer1000 = (text: string) => (modelTokens(text) * 1_000) / text.length
    const prose = tokensPer1000('The berth stays locked until the crane has left the bay. ')
    const code = tokensPer1000("if (berths[i]?.craneId !== null) { release(berths[i], 'bay_7') }")
    expect(code).toBeGreaterThan(prose)
    expect(tokensPer1000('港口的泊位分配在换班时重试三次')).toBeGreaterThan(code)
  })
})
