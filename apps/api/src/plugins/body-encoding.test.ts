import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { INGEST_LIMITS, type IngestRequest } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'
import { inflate } from './body-encoding.plugin.ts'

const body: IngestRequest = {
  machine: {
    fingerprint: 'a'.repeat(32),
    name: 'laptop',
    platform: 'linux',
    agent_version: '0.1.0',
  },
  sessions: [
    {
      tool: 'claude-code',
      native_id: 'n1',
      kind: 'main',
      parent_native_id: null,
      project: null,
      cwd: null,
      git_branch: null,
      git_head: null,
      tool_version: null,
      models: [],
      title: 'Grüße 🌍',
      started_at: null,
      ended_at: null,
      pull_requests: [],
      source: { path: '/x', lines: 0, bad_lines: 0, unknown_records: 0, redactions: 0 },
      messages: [],
      edits: [],
    },
  ],
}

describe('compressed bodies', () => {
  let app: FastifyInstance
  let taken: IngestRequest | undefined

  beforeAll(() => {
    app = edgeApp({
      useCases: {
        ingest: async (_scope, request) => {
          taken = request
          return { machine_id: 'mac_1', sessions: [] }
        },
      },
    })
  })
  afterAll(() => app.close())

  const send = (payload: Buffer, encoding?: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: {
        ...bearer('tlk_member'),
        'content-type': 'application/json',
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      },
      payload,
    })

  const json = Buffer.from(JSON.stringify(body))

  test.each([
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['deflate', deflateSync(json)],
    ['GZIP', gzipSync(json)],
    ['identity', json],
    [undefined, json],
  ])('are taken as %s', async (encoding, payload) => {
    taken = undefined
    const response = await send(payload, encoding)
    expect(response.statusCode, response.body).toBe(200)
    expect(taken).toEqual(body)
  })

  test('of an unknown compression are refused with those that are known', async () => {
    const response = await send(json, 'zstd')
    expect(response.statusCode).toBe(415)
    expect(response.json().error).toMatchObject({
      code: 'request.encoding_unsupported',
      details: { accepted: ['gzip', 'br', 'deflate'] },
    })
  })

  test('in two layers are refused', async () => {
    expect((await send(gzipSync(gzipSync(json)), 'gzip, gzip')).statusCode).toBe(415)
  })

  test.each([
    ['that are not what the header says', json],
    ['that are cut short', gzipSync(json).subarray(0, -12)],
    ['that are empty', Buffer.alloc(0)],
  ])('%s are a sentence, not a failure of the server', async (_what, payload) => {
    const response = await send(payload, 'gzip')
    expect(response.statusCode).toBe(400)
    expect(response.json().error.code).toMatch(/^request\.(bad_encoding|invalid_json)$/)
  })

  test('larger than allowed on the wire are refused with the limit', async () => {
    const noise = Buffer.from(
      Array.from({ length: INGEST_LIMITS.maxCompressedBytes + 1 }, (_, i) => (i * 7919) & 255),
    )
    const response = await send(gzipSync(noise, { level: 0 }), 'gzip')
    expect(response.statusCode).toBe(413)
    expect(response.json().error).toMatchObject({
      code: 'request.too_large',
      message: expect.stringContaining('8 MiB'),
      details: { limit_bytes: INGEST_LIMITS.maxCompressedBytes },
    })
  })

  test('that inflate beyond the limit are refused with the limit', async () => {
    const response = await send(gzipSync(Buffer.alloc(INGEST_LIMITS.maxBytes + 1, 32)), 'gzip')
    expect(response.statusCode).toBe(413)
    expect(response.json().error.message).toContain('16 MiB')
  })

  test('not compressed and too large are refused with the limit', async () => {
    const response = await send(Buffer.alloc(INGEST_LIMITS.maxBytes + 1, 32))
    expect(response.statusCode).toBe(413)
    expect(response.json().error.details).toEqual({ limit_bytes: INGEST_LIMITS.maxBytes })
  })

  test('are refused where no large bodies are expected', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/search',
      headers: {
        ...bearer('tlk_viewer'),
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      payload: gzipSync('{"q":"x"}'),
    })
    expect(response.statusCode).toBe(415)
  })

  test('a bomb is cut off while it inflates: one without end ends', async () => {
    const megabyte = gzipSync(Buffer.alloc(1024 * 1024))
    let sent = 0
    const endless = new Readable({
      read() {
        sent += 1
        setImmediate(() => this.push(megabyte))
      },
    })
    const limit = 3 * 1024 * 1024
    const inflated = inflate(endless, 'gzip', { wire: Number.MAX_SAFE_INTEGER, inflated: limit })
    let received = 0
    const failure = await new Promise<Error>((resolve) => {
      inflated.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      inflated.on('error', resolve)
    })
    endless.destroy()
    expect(failure).toMatchObject({ code: 'request.too_large' })
    expect(received).toBeLessThanOrEqual(limit)
    expect(sent).toBeLessThan(200)
  })
})
