import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { INGEST_LIMITS, sizeOf } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { toolsOf } from '../mcp/server/toolsets.ts'
import { edgeApp } from '../testing/edge-app.ts'

const DOCUMENT = readFileSync(
  fileURLToPath(new URL('../../../../docs/api.md', import.meta.url)),
  'utf8',
)

test('docs/api.md names every address, with whom it needs, and no other', async () => {
  const app = edgeApp()
  const served: string[] = []
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    const isHidden = (schema as { hide?: boolean } | undefined)?.hide === true
    const needs = config?.needs ?? 'nobody'
    if (!isHidden) served.push(`${String(method)} ${url} ${needs === 'nobody' ? '–' : needs}`)
  })
  await app.ready()
  await app.close()
  const documented = [...DOCUMENT.matchAll(/^\| `([A-Z]+ \/\S+)` \| (\S+) \|/gm)].map(
    ([, address, role]) => `${address} ${role}`,
  )
  expect(documented.toSorted()).toEqual(served.toSorted())
})

test('docs/api.md names every MCP tool, in the order they are listed', () => {
  const documented = [...DOCUMENT.matchAll(/^\| `(lore_\w+)` \|/gm)].map(([, name]) => name)
  expect(documented).toEqual(toolsOf('core,home').map(({ name }) => name))
})

test('docs/api.md says the limits of ingest as they are', () => {
  for (const limit of [INGEST_LIMITS.maxBytes, INGEST_LIMITS.maxCompressedBytes])
    expect(DOCUMENT).toContain(sizeOf(limit).split(' (')[0])
  expect(DOCUMENT).toContain(`${INGEST_LIMITS.maxSessions} sessions`)
  expect(DOCUMENT).toContain(`${INGEST_LIMITS.maxMessages.toLocaleString('en')} messages`)
})
