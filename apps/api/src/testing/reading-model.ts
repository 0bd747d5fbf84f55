import { createLanguageModel } from '@teamlore/models'
import { startFakeLanguageProvider } from '@teamlore/models/testing'

/** Hits as a reader gets them: their texts by their names. */
export type ReadHits = ReadonlyMap<string, string>
type Reader = (hits: ReadHits, prompt: string) => unknown

/** The prompt as it was before it went over the wire. */
export const promptIn = (body: Record<string, unknown>): string => {
  const last = (body['messages'] as { content: string | { text: string }[] }[]).at(-1)?.content
  return typeof last === 'string' ? last : (last ?? []).map(({ text }) => text).join('\n')
}

const hitsIn = (prompt: string): ReadHits =>
  new Map(
    [...prompt.matchAll(/^\[(h\d+)\] (.*)$/gm)].map(([, name = '', text = '']) => [name, text]),
  )

/** A provider on this machine that reads hits by a rule, and the model that asks it. */
export const startReadingModel = async (read: Reader) => {
  const server = await startFakeLanguageProvider('anthropic', (messages: string) => {
    const prompt = promptIn({ messages: JSON.parse(messages) })
    return read(hitsIn(prompt), prompt)
  })
  const model = createLanguageModel({
    provider: 'anthropic',
    model: 'claude-haiku-4-5',
    url: server.url,
    apiKey: 'k',
    timeoutMs: 2_000,
  })
  return {
    ...server,
    model,
    prompts: () => server.calls.map(({ body }) => promptIn(body)),
  }
}

/** Says that hits with these words answer, by these words, and of all others that they do not. */
export const answersWith =
  (words: string): Reader =>
  (hits) => {
    const isAnswer = (text: string) => text.includes(words)
    const names = [...hits].filter(([, text]) => isAnswer(text)).map(([name]) => name)
    return {
      answers: names.map((hit) => ({ hit, quote: words })),
      does_not: [...hits.keys()].filter((name) => !names.includes(name)),
    }
  }
