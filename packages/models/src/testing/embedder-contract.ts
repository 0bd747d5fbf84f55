import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder, EmbedMode } from '../embedder.ts'
import { cosine } from './cosine.ts'

const ONE_VECTOR_TWICE = 0.99999
const LONG_TEXT = 'The retry queue drops a job when its lease runs out. '.repeat(20_000)

/**
 * What every embedder promises, the fake included: an embedder that does not pass may not be used.
 * Call it at the top of a test file; `makeEmbedder` must give a new one each time.
 */
export const describeEmbedderContract = (name: string, makeEmbedder: () => Embedder): void => {
  describe(`${name} keeps the embedder contract`, () => {
    let embedder: Embedder
    beforeAll(() => {
      embedder = makeEmbedder()
    })
    afterAll(() => embedder.close())

    const embed = (texts: readonly string[], mode: EmbedMode = 'document') =>
      embedder.embed(texts, { mode })
    const embedOne = async (text: string, mode?: EmbedMode) =>
      vectorAt(await embed([text], mode), 0)

    describeVectors(() => embedder, embed, embedOne)
    describeAbort(() => embedder)
  })
  describeClose(name, makeEmbedder)
}

type Embed = (texts: readonly string[], mode?: EmbedMode) => Promise<Float32Array[]>
type EmbedOne = (text: string, mode?: EmbedMode) => Promise<Float32Array>

const describeVectors = (embedder: () => Embedder, embed: Embed, embedOne: EmbedOne): void => {
  test('its space has a plain id, dimensions and a token limit', () => {
    const { id, dimensions, maxTokens } = embedder().space
    expect(id).toMatch(/^[a-z0-9-]{4,40}$/)
    expect(dimensions).toBeGreaterThan(0)
    expect(maxTokens).toBeGreaterThan(0)
  })

  test('every text gets one vector of length 1 with the dimensions of the space', async () => {
    const vectors = await embed(['a commit', 'two\nlines', '日本語のテキスト', '{"json": [1, 2]}'])
    expect(vectors).toHaveLength(4)
    for (const vector of vectors) {
      expect(vector).toBeInstanceOf(Float32Array)
      expect(vector).toHaveLength(embedder().space.dimensions)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
    }
  })

  test('no texts give no vectors', async () => {
    expect(await embed([])).toEqual([])
  })

  test('empty, blank, broken and huge texts give finite vectors too', async () => {
    const vectors = await embed(['', '   \n\t', '\0\ud800', '🦆'.repeat(500), LONG_TEXT])
    expect(vectors).toHaveLength(5)
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
  })

  test('the same text gives the same vector, alone or in company, and order is kept', async () => {
    const texts = [
      'short',
      LONG_TEXT.slice(0, 900),
      '',
      'why do we pin this version?',
      'short',
      'x',
    ]
    const together = await embed(texts)
    for (const [index, text] of texts.entries()) {
      const alone = await embedOne(text)
      expect(cosine(alone, vectorAt(together, index))).toBeGreaterThan(ONE_VECTOR_TWICE)
    }
  })

  test('a text is nearer to one about the same thing than to a stranger', async () => {
    const query = await embedOne('why does the upload retry after a network error?', 'query')
    const kin = await embedOne(
      'The upload is tried again after a network error: retry three times.',
    )
    const stranger = await embedOne('The garden fence was painted green on Sunday.')
    expect(cosine(query, kin)).toBeGreaterThan(cosine(query, stranger) + 0.2)
  })

  test('queries and documents live in one space', async () => {
    const text = 'the scheduler takes the oldest job first'
    const [asked, stored] = [await embedOne(text, 'query'), await embedOne(text, 'document')]
    expect(cosine(asked, stored)).toBeGreaterThan(0.7)
  })

  test('calls at the same time do not mix up their vectors', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => `note ${i} about ${'topic '.repeat(i)}`)
    const atOnce = await Promise.all(
      texts.map((text, i) => embedOne(text, i % 2 ? 'query' : 'document')),
    )
    for (const [i, text] of texts.entries()) {
      const again = await embedOne(text, i % 2 ? 'query' : 'document')
      expect(cosine(again, vectorAt(atOnce, i))).toBeGreaterThan(ONE_VECTOR_TWICE)
    }
  })

  test('if it counts tokens, more text counts more and nothing is cut', async () => {
    const counts = await embedder().countTokens?.(['', 'one', 'one two three', LONG_TEXT])
    if (!counts) return
    expect(counts).toHaveLength(4)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(counts.at(-1)).toBeGreaterThan(100_000)
  })
}

const describeAbort = (embedder: () => Embedder): void => {
  test('an aborted signal rejects with its reason before anything starts', async () => {
    const reason = new Error('the user went away')
    const call = embedder().embed(['x'], { mode: 'query', signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
  })

  test('an abort in the middle rejects that call and no other', async () => {
    const controller = new AbortController()
    const texts = Array.from({ length: 200 }, (_, i) => `document ${i}`)
    const abandoned = embedder().embed(texts, { mode: 'document', signal: controller.signal })
    const kept = embedder().embed(['kept'], { mode: 'document' })
    controller.abort()
    await expect(abandoned).rejects.toMatchObject({ name: 'AbortError' })
    expect(await kept).toHaveLength(1)
    expect(await embedder().embed(['later'], { mode: 'query' })).toHaveLength(1)
  })
}

const describeClose = (name: string, makeEmbedder: () => Embedder): void => {
  const closedError = { name: 'EmbedderError', code: 'embedder.closed' }

  test(`${name} refuses to work once closed, and may be closed twice`, async () => {
    const embedder = makeEmbedder()
    await embedder.warmUp()
    await embedder.close()
    await embedder.close()
    await expect(embedder.embed(['x'], { mode: 'query' })).rejects.toMatchObject(closedError)
    await expect(embedder.embed([], { mode: 'query' })).rejects.toMatchObject(closedError)
    await expect(embedder.warmUp()).rejects.toMatchObject(closedError)
  })

  test(`${name} may be closed before it was ever used`, async () => {
    const embedder = makeEmbedder()
    await embedder.close()
    await expect(embedder.embed(['x'], { mode: 'query' })).rejects.toMatchObject(closedError)
  })

  test(`${name} rejects on close what still waits`, async () => {
    const embedder = makeEmbedder()
    const texts = Array.from({ length: 100 }, (_, i) => `document ${i}`)
    const waiting = embedder.embed(texts, { mode: 'document' })
    const rejection = expect(waiting).rejects.toMatchObject(closedError)
    await embedder.close()
    await rejection
  })
}

const vectorAt = (vectors: readonly Float32Array[], index: number): Float32Array => {
  const vector = vectors[index]
  if (!vector) throw new Error(`There is no vector for text ${index}`)
  return vector
}
