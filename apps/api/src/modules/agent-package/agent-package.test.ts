import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

const root = mkdtempSync(join(tmpdir(), 'teamlore-agent-package-'))
let world: World

/** A build of the agent as `npm run build` leaves one, with two files of its own. */
beforeAll(async () => {
  for (const folder of ['apps/agent/dist', 'apps/agent/bin'])
    mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'apps/agent/bin/lore.mjs'), '#!/usr/bin/env node\n')
  writeFileSync(join(root, 'LICENSE'), 'a licence')
  const manifest = {
    name: '@teamlore/agent',
    version: '1.2.3',
    bin: { lore: 'bin/lore.mjs' },
    optionalDependencies: { libsql: '0.5.29' },
  }
  const files = [
    { path: 'bin/lore.mjs', from: 'apps/agent/bin/lore.mjs' },
    { path: 'LICENSE', from: 'LICENSE' },
  ]
  writeFileSync(
    join(root, 'apps/agent/dist/package-list.json'),
    JSON.stringify({ manifest, files }),
  )
  world = await openWorld({ agentRoot: root })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(root, { recursive: true, force: true })
})

const unpack = async (bytes: Buffer): Promise<Map<string, { text: string; mode: number }>> => {
  const found = new Map<string, { text: string; mode: number }>()
  const archive = extract()
  Readable.from([bytes]).pipe(createGunzip()).pipe(archive)
  for await (const entry of archive) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    const { name, mode = 0 } = entry.header
    found.set(name, { text: Buffer.concat(parts).toString(), mode })
  }
  return found
}

describe('the agent that a server hands out', () => {
  test('is the package of its build, knows its server, and wants nothing from a registry', async () => {
    const answer = await world.app.inject({ url: '/agent.tgz' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/gzip')
    const files = await unpack(answer.rawPayload)
    expect([...files.keys()]).toEqual([
      'package/package.json',
      'package/server.json',
      'package/bin/lore.mjs',
      'package/LICENSE',
    ])
    const manifest = JSON.parse(files.get('package/package.json')?.text ?? '')
    expect(manifest).toMatchObject({ version: '1.2.3', bin: { lore: 'bin/lore.mjs' } })
    expect(manifest.optionalDependencies ?? manifest.dependencies).toBeUndefined()
    expect(JSON.parse(files.get('package/server.json')?.text ?? '')).toEqual({
      server: 'http://lore.test',
    })
    expect(files.get('package/bin/lore.mjs')?.mode).toBe(0o755)
  })

  test('is what its integrity says, and the same each time', async () => {
    const [one, two] = [
      await world.app.inject({ url: '/agent.tgz' }),
      await world.app.inject({ url: '/agent.tgz' }),
    ]
    const { version, integrity, bytes, url, optional } = (
      await world.app.inject({ url: '/v1/agent' })
    ).json()
    expect({ version, url }).toEqual({ version: '1.2.3', url: 'http://lore.test/agent.tgz' })
    expect(optional).toEqual({ libsql: '0.5.29' })
    expect(bytes).toBe(one.rawPayload.length)
    const hash = createHash('sha512').update(one.rawPayload).digest('base64')
    expect(integrity).toBe(`sha512-${hash}`)
    expect(two.rawPayload.equals(one.rawPayload)).toBe(true)
  })

  test('is not sent again to who has it', async () => {
    const { headers } = await world.app.inject({ url: '/agent.tgz' })
    const again = await world.app.inject({
      url: '/agent.tgz',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('says what to do where it was not built', async () => {
    await using bare = await openWorld({ agentRoot: join(root, 'nowhere') })
    for (const url of ['/agent.tgz', '/v1/agent']) {
      const answer = await bare.app.inject({ url })
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'agent.not_built'])
    }
  })
})
