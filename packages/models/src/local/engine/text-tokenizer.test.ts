import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { locateModelFiles } from '../minilm/model-files.ts'
import { createTextTokenizer, type TextTokenizer } from './text-tokenizer.ts'

const SMALL_PIECE = 8
let whole: Tokenizer
let inPieces: TextTokenizer
let tokenizer: TextTokenizer

beforeAll(async () => {
  const definition: object = JSON.parse(await readFile(locateModelFiles().tokenizer, 'utf8'))
  whole = new Tokenizer(definition, {})
  inPieces = createTextTokenizer(definition, 256, SMALL_PIECE)
  tokenizer = createTextTokenizer(definition, 256)
})

const idsOfWhole = (text: string) => whole.encode(text).ids

test('a known sentence has the known ids of the uncased BERT vocabulary', () => {
  expect(tokenizer.encode('the cat sat on the mat.')).toEqual([
    101, 1996, 4937, 2938, 2006, 1996, 13523, 1012, 102,
  ])
})

test('the empty text is only its frame', () => {
  expect(tokenizer.encode('')).toEqual([101, 102])
  expect(tokenizer.count('')).toBe(2)
})

const word = fc.oneof(
  fc.constantFrom(
    '[SEP]',
    '[',
    'MASK]',
    'naïve',
    'İstanbul',
    'ΟΔΥΣΣΕΥΣ',
    '日本',
    'a\u0301',
    '\u0301',
  ),
  fc.constantFrom(
    'parseHttpHeader',
    'node:fs',
    '{"a":',
    '--flag=',
    "don't",
    '\ud83e\udd86',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const text = fc
  .array(
    fc.tuple(word, fc.constantFrom('', ' ', '\n', ',', ';', '\v', '\f', '\u00a0', '\u2028', '.')),
    { maxLength: 60 },
  )
  .map((parts) => parts.flat().join(''))

test('reading a text piece by piece finds the same tokens as reading it whole', () => {
  fc.assert(
    fc.property(text, (of) => {
      const ids = idsOfWhole(of)
      expect(inPieces.count(of)).toBe(ids.length)
      if (ids.length <= 256) expect(inPieces.encode(of)).toEqual(ids)
      else expect(inPieces.encode(of)).toEqual([...ids.slice(0, 255), 102])
    }),
    { numRuns: 500 },
  )
})

test('a long text is cut at 256 tokens, end token included, and counted in full', () => {
  const long = 'the lease of a job runs out '.repeat(1_000)
  const ids = tokenizer.encode(long)
  expect(ids).toHaveLength(256)
  expect(ids).toEqual([...idsOfWhole(long).slice(0, 255), 102])
  expect(tokenizer.count(long)).toBe(7_002)
})
