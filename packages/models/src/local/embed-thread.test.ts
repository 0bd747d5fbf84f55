import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { programWords } from '../../../../scripts/lib/test-programs.mjs'
import {
  createLocalEmbedder,
  type LocalEmbedder,
  type LocalEmbedderOptions,
} from './create-local-embedder.ts'
import { startTypeScriptWorker } from './start-worker.ts'

const embedders: LocalEmbedder[] = []
afterEach(async () => {
  for (const embedder of embedders.splice(0)) await embedder.close()
})

const SCRIPTED = new URL('./testing/scripted-thread.ts', import.meta.url)
const NO_RUNTIME = new URL('./testing/no-runtime-thread.ts', import.meta.url)

const embedderOn = (thread: URL, options?: LocalEmbedderOptions) => {
  const threads: Worker[] = []
  const gone = new Set<Worker>()
  const embedder = createLocalEmbedder(options, {
    startWorker: (settings) => {
      const worker = startTypeScriptWorker(thread, settings)
      threads.push(worker)
      worker.once('exit', () => gone.add(worker))
      return worker
    },
  })
  embedders.push(embedder)
  const ended = async (index: number) => {
    const worker = threads[index]
    if (worker !== undefined && !gone.has(worker)) await once(worker, 'exit')
  }
  return { embedder, started: () => threads.length, gone: () => gone.size, ended }
}

const documents = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i} `.padEnd(900, 'long document '))
const orderOf = (vectors: Float32Array[]) => vectors.map((vector) => vector[0])

describe('the queue before the thread', () => {
  test('nothing is started before it is needed', async () => {
    const { embedder, started } = embedderOn(SCRIPTED)
    expect(started()).toBe(0)
    await embedder.embed([], { mode: 'document' })
    expect(started()).toBe(0)
    await embedder.warmUp()
    await embedder.embed(['a'], { mode: 'query' })
    expect(started()).toBe(1)
  })

  test('a query overtakes the documents that wait, not the batch that runs', async () => {
    const { embedder } = embedderOn(SCRIPTED)
    const bulk = embedder.embed(documents(20), { mode: 'document' })
    const laterBulk = embedder.embed(documents(1), { mode: 'document' })
    const query = embedder.embed(['why?'], { mode: 'query' })
    const [bulkOrder, laterOrder, queryOrder] = (await Promise.all([bulk, laterBulk, query])).map(
      orderOf,
    )
    expect(queryOrder).toEqual([2])
    expect(bulkOrder).toEqual([1, ...Array.from({ length: 19 }, (_, i) => i + 3)])
    expect(laterOrder).toEqual([22])
  })

  test('the texts of an aborted call are never worked on, apart from the batch that runs', async () => {
    const { embedder } = embedderOn(SCRIPTED)
    const controller = new AbortController()
    const { signal } = controller
    const abandoned = embedder.embed(documents(20), { mode: 'document', signal })
    const kept = embedder.embed(['kept'], { mode: 'document' })
    controller.abort(new Error('changed my mind'))
    await expect(abandoned).rejects.toThrow('changed my mind')
    expect(orderOf(await kept)).toEqual([2])
  })

  test('a call that the model refuses fails alone', async () => {
    const { embedder, started } = embedderOn(SCRIPTED)
    const refused = embedder.embed(['refuse', ...documents(3)], { mode: 'document' })
    const fine = embedder.embed(['fine'], { mode: 'document' })
    await expect(refused).rejects.toMatchObject({
      code: 'embedder.failed',
      message: 'No vectors: this text is refused',
    })
    expect(await fine).toHaveLength(1)
    expect(started()).toBe(1)
  })
})

describe('a thread that dies', () => {
  test.each(['exit', 'throw'])('rejects all that waits and is replaced (%s)', async (how) => {
    const { embedder, started } = embedderOn(SCRIPTED)
    await embedder.warmUp()
    const calls = [
      embedder.embed([how], { mode: 'query' }),
      embedder.embed(documents(5), { mode: 'document' }),
      embedder.countTokens(['a', 'b']),
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ reason: { code: 'embedder.thread_crashed' } })
    }
    expect(started()).toBe(1)
    expect(orderOf(await embedder.embed(['again'], { mode: 'query' }))).toEqual([1])
    expect(started()).toBe(2)
  })

  test('can still be closed', async () => {
    const { embedder } = embedderOn(SCRIPTED)
    await expect(embedder.embed(['exit'], { mode: 'query' })).rejects.toThrow(
      'stopped unexpectedly',
    )
    await embedder.close()
  })
})

describe('a thread with nothing to do', () => {
  const SHORT = { idleMs: 1 }
  const NEVER = { idleMs: 0 }

  test('ends, and the next questions start one new thread for all of them', async () => {
    const { embedder, started, ended } = embedderOn(SCRIPTED, SHORT)
    await embedder.embed(['first'], { mode: 'query' })
    await ended(0)
    const questions = ['second', 'third', 'fourth'].map((text) =>
      embedder.embed([text], { mode: 'query' }),
    )
    const order = (await Promise.all(questions)).map(orderOf)
    expect(order).toEqual([[1], [2], [3]])
    expect(started()).toBe(2)
  })

  test('ends also when it was only warmed up', async () => {
    const { embedder, started, ended } = embedderOn(SCRIPTED, SHORT)
    await embedder.warmUp()
    await ended(0)
    await embedder.warmUp()
    expect(started()).toBe(2)
  })

  test('is not ended between two batches of one call, nor in the middle of one', async () => {
    const { embedder, started } = embedderOn(SCRIPTED, SHORT)
    const order = orderOf(await embedder.embed(documents(20), { mode: 'document' }))
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(started()).toBe(1)
  })

  test('stays while its rest is shorter than the limit, or for ever without one', async () => {
    for (const idleMs of [60_000, NEVER.idleMs]) {
      const { embedder, started } = embedderOn(SCRIPTED, { idleMs })
      for (const text of ['a', 'b', 'c']) {
        await embedder.embed([text], { mode: 'query' })
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect(started()).toBe(1)
    }
  })

  test('whose successor crashes is replaced once more', async () => {
    const { embedder, started, ended } = embedderOn(SCRIPTED, SHORT)
    await embedder.embed(['first'], { mode: 'query' })
    await ended(0)
    const crash = embedder.embed(['exit'], { mode: 'query' })
    await expect(crash).rejects.toMatchObject({ code: 'embedder.thread_crashed' })
    expect(orderOf(await embedder.embed(['again'], { mode: 'query' }))).toEqual([1])
    expect(started()).toBe(3)
  })

  test('is gone when the embedder says it is closed, also while it is ending', async () => {
    const { embedder, gone } = embedderOn(SCRIPTED, SHORT)
    await embedder.embed(['first'], { mode: 'query' })
    await new Promise((resolve) => setTimeout(resolve, 2))
    await embedder.close()
    expect(gone()).toBe(1)
  })
})

test('where the runtime cannot load, every call says what to do, and nobody tries again', async () => {
  const { embedder, started } = embedderOn(NO_RUNTIME)
  const unavailable = {
    name: 'EmbedderError',
    code: 'embedder.unavailable',
    message: expect.stringMatching(
      /cannot run on .*onnxruntime_binding.*Set EMBEDDING_PROVIDER=none .* or run on Linux/,
    ),
  }
  await expect(embedder.warmUp()).rejects.toMatchObject(unavailable)
  await expect(embedder.embed(['x'], { mode: 'query' })).rejects.toMatchObject(unavailable)
  await expect(embedder.countTokens(['x'])).rejects.toMatchObject(unavailable)
  expect(started()).toBe(1)
})

describe('a program that ends', () => {
  const leave = async (...how: string[]) => {
    const program = programWords(new URL('./testing/leave-early.ts', import.meta.url))
    const child: ChildProcess = spawn(process.execPath, [...program, ...how], {
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    const [code] = await once(child, 'close')
    return { code, errors }
  }
  const clean = { code: 7, errors: '' }

  test('is not kept alive by an embedder that has nothing to do', async () => {
    expect(await leave('when-idle')).toEqual(clean)
  })

  test('gets to the end of its close in the middle of a batch', async () => {
    expect(await leave('by-closing-in-batch')).toEqual(clean)
  })

  test('may exit in the middle of a batch without being aborted by the runtime', async () => {
    expect(await leave('in-batch')).toEqual(clean)
  })

  test.each(['200', '400'])('may exit while the model loads (%s ms)', async (delay) => {
    expect(await leave('at-start', delay)).toEqual(clean)
  })
})
