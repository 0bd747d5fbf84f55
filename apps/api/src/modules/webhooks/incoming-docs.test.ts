import { readFileSync } from 'node:fs'
import { incomingJsonSchema, incomingPayloadSchema } from '@teamlore/shared/incoming-hooks'
import { expect, test } from 'vitest'

const docs = new URL('../../../../../docs/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, docs), 'utf8')

test('every event of the guide is one that is taken', () => {
  const blocks = [...read('guides/webhooks.md').matchAll(/```json\n([\s\S]*?)```/g)]
  expect(blocks).toHaveLength(2)
  for (const [, json = ''] of blocks)
    expect(incomingPayloadSchema.safeParse(JSON.parse(json))).toMatchObject({ success: true })
})

test('the published schema is the one that is checked by', () => {
  expect(JSON.parse(read('schemas/incoming-hook.schema.json'))).toEqual(incomingJsonSchema())
})
