import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sessionAt } from '../testing/sessions-of.ts'
import { createGeminiCliSource } from './gemini-cli.source.ts'

const CHATS = fileURLToPath(new URL('./fixtures/.gemini/tmp/anvil/chats', import.meta.url))
const source = createGeminiCliSource({ home: '/nowhere', platform: 'linux', variables: {} })
const chat = () => sessionAt(source, join(CHATS, 'session-2026-11-02T08-00-aaaaaaaa.jsonl'))

describe('a chat of newer Gemini CLI', () => {
  test('says a prompt without what hooks put in front of it or beside it', async () => {
    const { title, messages } = await chat()
    const prompts = messages.filter(({ kind }) => kind === 'human')
    expect(prompts.map(({ blocks }) => blocks.filter(({ type }) => type === 'text'))).toEqual([
      [{ type: 'text', text: 'Ring a peal as in @notes.md' }],
      [{ type: 'text', text: 'And louder' }],
    ])
    expect(title).toBe('Ring a peal as in @notes.md')
    expect(prompts[0]?.blocks).toContainEqual({
      type: 'other',
      name: 'context',
      raw: expect.stringContaining('What was cast before'),
    })
    expect(messages.find(({ key }) => key === 'x2')?.kind).toBe('injected')
  })

  test('reads once what tools answered, though it is written again, pictures and all', async () => {
    const { messages } = await chat()
    expect(messages.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'x1 injected',
      'u1 human',
      'g1 assistant',
      'g1:results tool_result',
      'r2 tool_result',
      'g2 assistant',
      'x2 injected',
      'u2 human',
      'g3 assistant',
    ])
    const results = messages.find(({ key }) => key === 'g1:results')
    expect(results?.blocks.map(({ type }) => type)).toEqual(['tool_result', 'tool_result', 'image'])
  })
})
