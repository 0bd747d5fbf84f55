import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Embedder } from '../embedder.ts'
import {
  createRemoteEmbedder,
  type RemoteEmbedderOptions,
  type RemoteProvider,
} from '../remote/create-remote-embedder.ts'
import { cosine } from './cosine.ts'
import { describeEmbedderContract } from './embedder-contract.ts'
import { FAKE_MODEL, openRemoteWorld, type RemoteWorld } from './remote-world.ts'
import {
  type FakeProvider,
  type FakeProviderOptions,
  startFakeProvider,
} from './start-fake-provider.ts'

const DOCUMENT = { mode: 'document' } as const
const QUERY = { mode: 'query' } as const

/** What every provider promises beyond `describeEmbedderContract`, whatever its server does. */
export const describeRemoteEmbedderContract = (provider: RemoteProvider): void => {
  describe(`${provider}, over its protocol`, () => {
    let shared: FakeProvider
    const opened: Embedder[] = []
    beforeAll(async () => {
      shared = await startFakeProvider({ provider })
    })
    afterAll(async () => {
      for (const embedder of opened) await embedder.close()
      await shared.close()
    })
    describeEmbedderContract(provider, () => {
      const embedder = createRemoteEmbedder({
        provider,
        url: shared.url,
        model: FAKE_MODEL,
        dimensions: 64,
        batch: 8,
        maxTokens: 256,
      })
      opened.push(embedder)
      return embedder
    })
  })

  describe(`${provider}, when things go wrong`, () => {
    let world: RemoteWorld
    beforeEach(async () => {
      world = await openRemoteWorld(provider)
    })
    afterEach(() => world.close())
    describePatience(() => world)
    describeDistrust(() => world)
    describeGivingUp(() => world)
  })
  describeTexts(provider)
}

const describePatience = (world: () => RemoteWorld): void => {
  test('a full provider is asked again after the time it names', async () => {
    const { server, embedder, slept } = world()
    server.faults.push({ status: 429, headers: { 'retry-after': '7' } })
    expect(await embedder.embed(['a text'], DOCUMENT)).toHaveLength(1)
    expect(slept).toEqual([7_000])
    server.faults.push({ status: 429, headers: { 'retry-after-ms': '20' } })
    await embedder.embed(['a text'], DOCUMENT)
    expect(slept).toEqual([7_000, 20])
  })

  test('a failing provider is asked again, each time later', async () => {
    const { server, embedder, slept } = world()
    server.faults.push({ status: 500 }, { status: 503 }, 'cut', 'garbage')
    expect(await embedder.embed(['a text'], DOCUMENT)).toHaveLength(1)
    expect(slept).toEqual([500, 1_000, 2_000, 4_000])
  })

  test('a pause too long to wait for ends the call', async () => {
    const { server, embedder, slept } = world()
    server.faults.push({ status: 429, headers: { 'retry-after': '3600' } })
    await expect(embedder.embed(['a text'], DOCUMENT)).rejects.toMatchObject({
      code: 'embedder.rate_limited',
    })
    server.faults.push({ status: 429, headers: { 'retry-after': '30' } })
    await expect(embedder.embed(['a question'], QUERY)).rejects.toMatchObject({
      code: 'embedder.rate_limited',
    })
    expect(slept).toEqual([])
  })

  test('a hanging provider holds nobody longer than they wait, and then rests', async () => {
    const { server, embedder } = world()
    for (let n = 0; n < 5; n++) {
      server.faults.push('hang')
      const signal = AbortSignal.timeout(20)
      await expect(embedder.embed(['a question'], { ...QUERY, signal })).rejects.toMatchObject({
        name: 'TimeoutError',
      })
    }
    await expect(embedder.embed(['a question'], QUERY)).rejects.toMatchObject({
      code: 'embedder.resting',
    })
  })

  test('an abort during a request gives the reason of the abort', async () => {
    const { server, embedder } = world()
    const controller = new AbortController()
    server.faults.push('hang')
    const call = embedder.embed(['a text'], { ...DOCUMENT, signal: controller.signal })
    const rejection = expect(call).rejects.toThrow('the user went away')
    await vi.waitFor(() => expect(server.calls).toHaveLength(1))
    controller.abort(new Error('the user went away'))
    await rejection
    expect(await embedder.embed(['a text'], DOCUMENT)).toHaveLength(1)
  })

  test('closing cuts off a request that hangs', async () => {
    const { server, embedder } = world()
    server.faults.push('hang')
    const rejection = expect(embedder.embed(['a text'], DOCUMENT)).rejects.toMatchObject({
      code: 'embedder.closed',
    })
    await embedder.close()
    await rejection
  })
}

const describeDistrust = (world: () => RemoteWorld): void => {
  test.each(['too few', 'not numbers', 'all zero', 'garbage'] as const)(
    'vectors that are %s are asked for again and never handed on',
    async (fault) => {
      const { server, embedder } = world()
      server.faults.push(fault)
      const [vector = new Float32Array()] = await embedder.embed(['a text'], DOCUMENT)
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
      server.faults.push(fault, fault)
      await expect(embedder.embed(['a question'], QUERY)).rejects.toMatchObject({
        code: 'embedder.bad_answer',
      })
    },
  )

  test('a redirect is not followed, so that the key stays here', async () => {
    const { server, embedder } = world()
    server.faults.push('moved', 'moved')
    await expect(embedder.embed(['a question'], QUERY)).rejects.toMatchObject({
      code: 'embedder.unreachable',
    })
    expect(server.calls).toHaveLength(2)
  })
}

const describeGivingUp = (world: () => RemoteWorld): void => {
  test('after five failures in a row nothing is asked for half a minute, then once', async () => {
    const { server, embedder, pass } = world()
    server.faults.push(...Array.from({ length: 7 }, () => ({ status: 500 })))
    await expect(embedder.embed(['a text'], DOCUMENT)).rejects.toMatchObject({
      code: 'embedder.unreachable',
    })
    expect(server.calls).toHaveLength(5)
    await expect(embedder.embed(['a text'], DOCUMENT)).rejects.toThrow('asked again in 30 s')
    pass(30_000)
    await expect(embedder.embed(['a text'], DOCUMENT)).rejects.toMatchObject({
      code: 'embedder.unreachable',
    })
    expect(server.calls).toHaveLength(6)
    server.faults.length = 0
    pass(30_000)
    expect(await embedder.embed(['a text'], DOCUMENT)).toHaveLength(1)
    server.faults.push({ status: 500 })
    expect(await embedder.embed(['a text'], DOCUMENT)).toHaveLength(1)
  })

  test('a server that is not there is named, with what to look at', async () => {
    const { server, embedder } = world()
    await server.close()
    const failure = await embedder.embed(['a question'], QUERY).catch((error) => error)
    expect(failure).toMatchObject({ code: 'embedder.unreachable' })
    expect(failure.message).toMatch(/127\.0\.0\.1.*ECONNREFUSED.*EMBEDDING_URL/)
  })
}

const describeTexts = (provider: RemoteProvider): void => {
  const using = async (
    more: Partial<FakeProviderOptions>,
    options: Partial<RemoteEmbedderOptions>,
    check: (world: RemoteWorld) => Promise<void>,
  ) => {
    const world = await openRemoteWorld(provider, more, options)
    try {
      await check(world)
    } finally {
      await world.close()
    }
  }

  describe(`${provider}, and what it is sent`, () => {
    test('requests keep to the batch, and the order is that of the texts', () =>
      using({ maxTexts: 3 }, { batch: 3 }, async ({ server, embedder }) => {
        const texts = Array.from({ length: 8 }, (_, n) => `subject${n} word${n * 7}`)
        const together = await embedder.embed(texts, DOCUMENT)
        expect(server.calls.map(({ body }) => body.input.length)).toEqual([3, 3, 2])
        const [fifth] = await embedder.embed([texts[5] ?? ''], DOCUMENT)
        expect(cosine(fifth as Float32Array, together[5] as Float32Array)).toBeGreaterThan(0.999)
      }))

    test('a long text is cut to what the model reads, and the log counts it', () =>
      using({}, { maxTokens: 100 }, async ({ server, embedder, logged }) => {
        await embedder.embed(['word '.repeat(5_000), '日本'.repeat(500), 'short'], DOCUMENT)
        const sent = server.calls.flatMap(({ body }) => body.input)
        expect(sent.map((text) => text.length)).toEqual([282, 62, 5])
        expect(logged).toEqual([expect.stringContaining('"cut":2')])
      }))

    test('texts of which nothing, or halves of characters, remain are sent as something', () =>
      using({}, {}, async ({ server, embedder }) => {
        expect(await embedder.embed(['', ' \n', 'a\0b\ud800c'], DOCUMENT)).toHaveLength(3)
        expect(server.calls[0]?.body.input).toEqual(['(empty)', '(empty)', 'a\ufffdb\ufffdc'])
      }))

    test('one refused text does not hold up the others, and its text is not logged', () =>
      using({ refuses: 'forbidden' }, {}, async ({ embedder, logged }) => {
        const texts = ['one', 'two', 'a forbidden text', 'four', '']
        const vectors = await embedder.embed(texts, DOCUMENT)
        expect(vectors).toHaveLength(5)
        expect(cosine(vectors[2] as Float32Array, vectors[4] as Float32Array)).toBeCloseTo(1, 4)
        expect(logged).toEqual([expect.stringContaining('"refused":1')])
        expect(logged.join()).not.toContain('forbidden')
        const failure = await embedder.embed(['a forbidden text'], QUERY).catch((error) => error)
        expect(failure).toMatchObject({ code: 'embedder.failed' })
        expect(failure.message).not.toContain('forbidden')
      }))

    test('a model that refuses everything fails the call instead of giving empty vectors', () =>
      using({ refuses: '' }, {}, async ({ embedder, server }) => {
        const texts = Array.from({ length: 8 }, (_, n) => `text ${n}`)
        await expect(embedder.embed(texts, DOCUMENT)).rejects.toMatchObject({
          code: 'embedder.failed',
        })
        expect(server.calls).toHaveLength(2)
      }))

    test('other dimensions than configured are an error that says what to set', () =>
      using({ dimensions: 32 }, {}, async ({ embedder, server }) => {
        const failure = await embedder.warmUp().catch((error) => error)
        expect(failure).toMatchObject({ code: 'embedder.dimensions_mismatch' })
        expect(failure.message).toContain('EMBEDDING_DIMENSIONS=32')
        expect(server.calls).toHaveLength(1)
      }))

    test('a key that is refused is not tried again and never shown', () =>
      using({}, { apiKey: 'sk-mistyped-but-secret' }, async ({ embedder, server }) => {
        const failure = await embedder.embed(['a text'], DOCUMENT).catch((error) => error)
        expect(failure).toMatchObject({ code: 'embedder.unauthorised' })
        expect(JSON.stringify([failure, failure.message, failure.stack])).not.toContain('mistyped')
        expect(server.calls).toHaveLength(1)
      }))

    test('an unknown model is named by its variable', () =>
      using({}, { model: 'no-such-model' }, async ({ embedder }) => {
        await expect(embedder.embed(['a text'], DOCUMENT)).rejects.toThrow('EMBEDDING_MODEL')
      }))

    test('questions and documents get their own prefixes', () =>
      using({}, { queryPrefix: 'Q: ', documentPrefix: 'D: ' }, async ({ embedder, server }) => {
        await embedder.embed(['$& tides'], QUERY)
        await embedder.embed(['tides'], DOCUMENT)
        expect(server.calls.map(({ body }) => body.input)).toEqual([['Q: $& tides'], ['D: tides']])
      }))
  })
}
