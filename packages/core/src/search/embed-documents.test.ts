import type { Engine } from '@teamlore/db'
import { registerEmbeddingSpace } from '@teamlore/db'
import { createTestDatabase, readAsOwner, type TestDatabase } from '@teamlore/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildMessage, buildSession } from '../testing/ingest-builders.ts'
import { makeEmbedDocuments } from './embed-documents.ts'
import { asks, createSearchWorld, type SearchWorld, says } from './testing/search-world.ts'
import { createWordEmbedder } from './testing/word-embedder.ts'
import type { TextEmbedder } from './text-embedder.ts'

let database: TestDatabase
let engine: Engine
let world: SearchWorld

beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
})
beforeEach(async () => {
  world = await createSearchWorld(engine)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

const recording = (dimensions = 64) => {
  const embedder = createWordEmbedder(dimensions)
  return { embedder, texts: embedder.texts }
}

const embedWith = (embedder: TextEmbedder, batchSize = 4) =>
  makeEmbedDocuments({
    unitOfWork: world.unitOfWork,
    embedder,
    registerSpace: () => registerEmbeddingSpace(engine, embedder.space),
    batchSize,
  })

const countOf = async (table: string, where = 'true') =>
  (
    await readAsOwner<{ n: number }>(
      engine,
      `select count(*) as n from teamlore.${table} where team_id = '${world.team.teamId}' and ${where}`,
    )
  )[0]?.n

const TEN = Array.from({ length: 10 }, (_, n) =>
  n === 0 ? asks(0, 'Ten different questions') : says(n, `Answer ${n} speaks of subject ${n * 13}`),
)

describe('embedding', () => {
  test('drains the queue, prompts first, and leaves tool output alone', async () => {
    const output = buildMessage(10, {
      role: 'tool',
      kind: 'tool_result',
      blocks: [{ type: 'tool_result', tool_call_id: null, text: 'passed', is_error: false }],
    })
    await world.send(buildSession({ messages: [...TEN, output] }))
    const { embedder, texts } = recording()
    expect(await embedWith(embedder)(world.systemScope)).toEqual({
      embedded: 10,
      reused: 0,
      left: 0,
    })
    expect(texts[0]).toContain('Ten different questions')
    expect(texts.join()).not.toContain('passed')
    expect(await countOf('document_vectors')).toBe(10)
    expect(await countOf('embedding_queue')).toBe(0)
  })

  test('does nothing the second time', async () => {
    await world.send(buildSession({ messages: TEN }))
    const { embedder, texts } = recording()
    await embedWith(embedder)(world.systemScope)
    texts.length = 0
    expect(await embedWith(embedder)(world.systemScope)).toEqual({
      embedded: 0,
      reused: 0,
      left: 0,
    })
    expect(texts).toEqual([])
  })

  test('goes on where it was cut off', async () => {
    await world.send(buildSession({ messages: TEN }))
    const { embedder } = recording()
    const stop = new AbortController()
    const cut: TextEmbedder = {
      space: embedder.space,
      embed: async (texts, options) => {
        const vectors = await embedder.embed(texts, options)
        stop.abort()
        return vectors
      },
    }
    expect(await embedWith(cut)(world.systemScope, { signal: stop.signal })).toEqual({
      embedded: 4,
      reused: 0,
      left: 6,
    })
    expect(await embedWith(embedder)(world.systemScope)).toEqual({
      embedded: 6,
      reused: 0,
      left: 0,
    })
  })

  test('keeps everything queued when the model fails', async () => {
    await world.send(buildSession({ messages: TEN }))
    const { embedder } = recording()
    const failing: TextEmbedder = {
      space: embedder.space,
      embed: () => Promise.reject(new Error('out of memory')),
    }
    await expect(embedWith(failing)(world.systemScope)).rejects.toThrow('out of memory')
    expect(await countOf('embedding_queue')).toBe(10)
  })

  test('asks the model once for texts that are equal', async () => {
    await world.send(buildSession({ native_id: 'a', messages: TEN }))
    const { embedder, texts } = recording()
    await embedWith(embedder)(world.systemScope)
    await world.send(buildSession({ native_id: 'b', kind: 'fork', messages: TEN }))
    texts.length = 0
    expect(await embedWith(embedder)(world.systemScope)).toEqual({
      embedded: 0,
      reused: 10,
      left: 0,
    })
    expect(texts).toEqual([])
    expect(await countOf('document_vectors')).toBe(20)
  })

  test('does not store the vector of a text that changed meanwhile', async () => {
    await world.send(buildSession({ messages: [says(0, 'The first wording')] }))
    const { embedder } = recording()
    let isFirst = true
    const racing: TextEmbedder = {
      space: embedder.space,
      embed: async (texts, options) => {
        if (isFirst) {
          isFirst = false
          await readAsOwner(
            engine,
            `update teamlore.documents set content_hash = 'changed' where team_id = '${world.team.teamId}'`,
          )
        }
        return embedder.embed(texts, options)
      },
    }
    // The vector of the old text is thrown away, the document keeps its place and is embedded as it is now.
    expect(await embedWith(racing)(world.systemScope)).toMatchObject({ embedded: 1, left: 0 })
    expect(await countOf('document_vectors', `content_hash = 'changed'`)).toBe(1)
    expect(await countOf('document_vectors')).toBe(1)
  })

  test('embeds everything again for another model, beside what there is', async () => {
    await world.send(buildSession({ messages: TEN }))
    await embedWith(recording(64).embedder)(world.systemScope)
    const other = recording(32)
    expect(await embedWith(other.embedder)(world.systemScope)).toMatchObject({ embedded: 10 })
    expect(await countOf('document_vectors')).toBe(20)
  })

  test('keeps people’s names from the model', async () => {
    await world.person('Zebulon Quist')
    await world.send(
      buildSession({
        messages: [says(0, 'Zebulon Quist: I moved the parser, and Zebulon agreed.')],
      }),
    )
    const { embedder, texts } = recording()
    await embedWith(embedder)(world.systemScope)
    expect(texts.join()).toContain('moved the parser')
    expect(texts.join()).not.toContain('Zebulon')
  })
})

test('a space keeps its dimensions', async () => {
  await registerEmbeddingSpace(engine, { id: 'fixed', dimensions: 64 })
  await registerEmbeddingSpace(engine, { id: 'fixed', dimensions: 64 })
  await expect(registerEmbeddingSpace(engine, { id: 'fixed', dimensions: 32 })).rejects.toThrow(
    '64 dimensions',
  )
  await expect(registerEmbeddingSpace(engine, { id: "x' or 1", dimensions: 32 })).rejects.toThrow(
    'letters, digits',
  )
})
