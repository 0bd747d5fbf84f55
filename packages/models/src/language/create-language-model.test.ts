import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startFakeLanguageProvider } from '../testing/start-fake-language-provider.ts'
import { createLanguageModel } from './create-language-model.ts'
import type { LanguageModelError } from './language-model.ts'
import { costMicros } from './prices.ts'

const schema = z.object({ findings: z.array(z.object({ title: z.string() })) })
const ANSWER = { findings: [{ title: 'One' }] }
const ASKED = { system: 'Be brief.', prompt: 'What was found?', schema, maxOutputTokens: 500 }

const open = (provider: 'anthropic' | 'openai' | 'ollama', url: string, timeoutMs = 2_000) =>
  createLanguageModel({ provider, model: 'fake', url, apiKey: 'key-1', timeoutMs })

describe.each(['anthropic', 'openai'] as const)('a model that speaks as %s does', (protocol) => {
  test('answers in the shape that was asked for, and says what it cost', async () => {
    await using server = await startFakeLanguageProvider(protocol, ANSWER)
    const answer = await open(protocol, server.url).generate(ASKED)
    expect(answer).toEqual({ value: ANSWER, usage: { inputTokens: 100, outputTokens: 20 } })
    expect(server.calls).toHaveLength(1)
    expect(server.calls[0]?.key).toContain('key-1')
    // Servers that know no schemas read it in the prompt.
    expect(JSON.stringify(server.calls[0]?.body)).toContain('Answer with JSON alone')
  })

  test('may put its answer between fences', async () => {
    await using server = await startFakeLanguageProvider(protocol, ANSWER)
    server.faults.push('fenced')
    expect((await open(protocol, server.url).generate(ASKED)).value).toEqual(ANSWER)
  })

  test.each([
    [{ status: 429 }, 'rate_limited', 0],
    [{ status: 500 }, 'unreachable', 0],
    [{ status: 529 }, 'unreachable', 0],
    [{ status: 401 }, 'unauthorised', 0],
    [{ status: 404 }, 'rejected', 0],
    ['hang', 'unreachable', 0],
    ['malformed', 'malformed', 100],
    ['refusal', 'refused', 100],
    ['truncated', 'truncated', 100],
  ] as const)(
    'fails by %j as %s after one request, at its cost',
    async (fault, failure, tokens) => {
      await using server = await startFakeLanguageProvider(protocol, ANSWER)
      server.faults.push(fault)
      const error: LanguageModelError = await open(protocol, server.url, 300)
        .generate(ASKED)
        .then(
          () => expect.unreachable(),
          (reason) => reason,
        )
      expect(error).toMatchObject({ failure, usage: { inputTokens: tokens } })
      expect(error.message).not.toContain('secret words')
      expect(server.calls).toHaveLength(1)
    },
  )

  test('stops when its signal aborts', async () => {
    await using server = await startFakeLanguageProvider(protocol, ANSWER)
    server.faults.push('hang')
    const asked = open(protocol, server.url).generate({ ...ASKED, signal: AbortSignal.timeout(50) })
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

test('prices go by the longest name that fits; what is unknown has none, and a model at home is free', () => {
  const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 }
  expect(costMicros({ provider: 'openai', model: 'gpt-5-mini-2025' }, million)).toBe(2_250_000)
  expect(costMicros({ provider: 'openai', model: 'gpt-5' }, million)).toBe(11_250_000)
  expect(costMicros({ provider: 'openai', model: 'house-model' }, million)).toBeNull()
  expect(costMicros({ provider: 'ollama', model: 'qwen3' }, million)).toBe(0)
})
