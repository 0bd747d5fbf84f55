import { idAmbiguous, idTooShort } from '@teamlore/core'
import { describe, expect, test } from 'vitest'
import { sampleRecord } from '../testing/samples.ts'
import { runTool } from './testing/run-tool.ts'
import { contextOf } from './testing/tool-context.ts'

const record = sampleRecord()
const context = contextOf({
  getRecords: async (_scope, { ids }) => {
    const unclear = ids.flatMap((id) => {
      const error =
        id.length < 8 ? idTooShort() : id === 'obs_ambiguous' ? idAmbiguous() : undefined
      return error === undefined ? [] : [{ id, code: error.code, message: error.message }]
    })
    if (unclear.length === ids.length) throw idTooShort()
    return {
      items: ids.includes(record.id) ? [record] : [],
      missing: ids.filter((id) => id !== record.id && !unclear.some((one) => one.id === id)),
      unclear,
      left_out: [],
      tokens: 12,
    }
  },
})

describe('lore_get of several ids, of which some are none', () => {
  test('opens the good ones, and says what is wrong with the others', async () => {
    const ids = ['obs_ambiguous', 'obs', record.id, 'obs_nothing_like_it']
    const { text, data } = await runTool('lore_get', context, { ids })
    expect(data).toMatchObject({
      records: [{ id: record.id }],
      missing: ['obs_nothing_like_it'],
      notes: [
        expect.stringMatching(/^obs_ambiguous: Several ids begin like this/),
        expect.stringMatching(/^obs: Give at least 8 characters/),
      ],
    })
    expect(text).toContain('Note: obs_ambiguous: Several ids')
  })

  test('is refused where no id is good', async () => {
    await expect(runTool('lore_get', context, { ids: ['obs', 'msg'] })).rejects.toThrow(
      /^Give at least 8 characters/,
    )
  })

  test('finds nothing under what is longer than any id', async () => {
    const { data } = await runTool('lore_get', context, { ids: [record.id, 'x'.repeat(5_000)] })
    expect(data).toMatchObject({ records: [{ id: record.id }], missing: ['x'.repeat(60)] })
  })
})
