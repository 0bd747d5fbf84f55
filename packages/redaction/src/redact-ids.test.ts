import type { Block } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactRecords } from './redact-records.ts'
import { redactId, redactMessage } from './redact-session.ts'
import { syntheticSecrets } from './testing/synthetic-secrets.ts'

const keys = syntheticSecrets()
  .filter(({ kind }) => kind === 'github')
  .map(({ secret }) => secret)
const [one = '', other = ''] = keys

describe('an id that holds a key', () => {
  test('loses it, is the same each time it is asked for, and another than that of another key', () => {
    expect(redactId(`run-${one}`)).toMatch(/^run-\[REDACTED:github\]-[0-9a-f]{12}$/)
    expect(redactId(`run-${one}`)).toBe(redactId(`run-${one}`))
    expect(redactId(`run-${one}`)).not.toBe(redactId(`run-${other}`))
  })

  test('loses it also behind an underscore, as names have it', () => {
    for (const head of ['toolu_', 'Tool_', 'mcp__git__', 'MY_'])
      expect(redactId(head + one)).toMatch(
        new RegExp(`^${head}\\[REDACTED:github\\]-[0-9a-f]{12}$`),
      )
  })

  test('stays as it is once its key is gone', () => {
    const id = fc.array(
      fc.oneof(
        fc.constantFrom(...keys, '-', '/', ':', '@', 'https://'),
        fc.string({ maxLength: 9 }),
      ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(id, (parts) => {
        const once = redactId(parts.join(''))
        expect(redactId(once)).toBe(once)
      }),
    )
  })

  test('stays within its bounds and stays distinct from others', () => {
    const short = `AKIA${'Q7W2K9Z4M1X8C3V6'}`
    const [a, b] = ['a', 'b'].map((end) => redactId(`${short}${'/x'.repeat(139)}${end}`))
    expect(a).not.toContain(short)
    expect(a?.length).toBe(300)
    expect(b?.length).toBe(300)
    expect(a).not.toBe(b)
    expect(redactId(a ?? '')).toBe(a)
  })

  test('reveals nothing of a password, which could be guessed', () => {
    expect(redactId('https://ada:Sommer-471@example.com/x')).toBe(
      'https://ada:[REDACTED:url-password]@example.com/x',
    )
  })

  test.each([
    '0b6f6c1e-3a54-4f1e-9d0a-52b6a7c0f1aa',
    'ses_01hzy3k9q8t6w5v4u3s2r1q0p9',
    'h:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b:2',
    'SK0123456789abcdef0123456789abcdef',
    '1234567890:AAabcdefghijklmnopqrstuvwxyz0123456',
    `pa-${'aB3dE5gH7jK9mN1pQ4sT6vX8zC0fL2rWaB3dE5gH7jK'}`,
  ])('that only looks random stays: %s', (id) => {
    expect(redactId(id)).toBe(id)
  })
})

describe('what names something else', () => {
  test('finds it again: a message its parent, a result its call, a finding its message', () => {
    const call: Block = { type: 'tool_call', id: one, name: 'Bash', input: {} }
    const result: Block = { type: 'tool_result', tool_call_id: one, text: '', is_error: false }
    const of = (key: string, parent_key: string | null, blocks: Block[]) =>
      redactMessage({
        key,
        parent_key,
        kind: 'assistant' as const,
        blocks,
        cwd: null,
        git_branch: null,
        model: null,
      }).message
    const asked = of(one, null, [call])
    const answered = of(other, one, [result])
    expect(answered.parent_key).toBe(asked.key)
    expect(answered.blocks[0]).toMatchObject({ tool_call_id: redactId(one) })
    expect(asked.blocks[0]).toMatchObject({ id: redactId(one) })

    const text = { subtitle: '', narrative: '', facts: [], concepts: [] }
    const { observations, summaries } = redactRecords({
      observations: [
        {
          ...text,
          key: `o-${one}`,
          type: 'discovery',
          title: 'x',
          occurred_at: null,
          files_read: [],
          files_modified: [],
          prompt_key: one,
          message_key: other,
        },
      ],
      summaries: [
        {
          prompt_number: 1,
          prompt_key: one,
          occurred_at: null,
          request: '',
          investigated: '',
          learned: '',
          completed: '',
          next_steps: '',
          notes: '',
        },
      ],
    })
    expect(observations[0]).toMatchObject({
      key: redactId(`o-${one}`),
      prompt_key: asked.key,
      message_key: answered.key,
    })
    expect(summaries[0]?.prompt_key).toBe(asked.key)
  })
})

describe('fields of one object that become the same', () => {
  const inputOf = (input: Extract<Block, { type: 'tool_call' }>['input']) => {
    const { message } = redactMessage({
      kind: 'assistant',
      cwd: null,
      git_branch: null,
      model: null,
      blocks: [{ type: 'tool_call', id: null, name: 'x', input }],
    })
    const [block] = message.blocks
    return block?.type === 'tool_call' ? block.input : undefined
  }

  test('are numbered, so that no value is lost', () => {
    const redacted = inputOf({
      'DB_PASSWORD=Geh3imnis': 1,
      'DB_PASSWORD=[REDACTED:assignment] (2)': 2,
      'DB_PASSWORD=Geh3imnis2': 3,
      port: 4,
    })
    expect(redacted).toEqual({
      'DB_PASSWORD=[REDACTED:assignment]': 1,
      'DB_PASSWORD=[REDACTED:assignment] (2)': 2,
      'DB_PASSWORD=[REDACTED:assignment] (3)': 3,
      port: 4,
    })
    expect(inputOf(redacted ?? null)).toEqual(redacted)
  })

  test('are distinguished by their keys where they are names', () => {
    expect(inputOf({ [one]: 1, [other]: 2 })).toEqual({ [redactId(one)]: 1, [redactId(other)]: 2 })
  })
})
