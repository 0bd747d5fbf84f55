import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RemoteProvider } from '../remote/create-remote-embedder.ts'
import { createFakeEmbedder } from './create-fake-embedder.ts'

export type ProviderCall = {
  body: Record<string, unknown> & { model: string; input: string[] }
  authorization: string | undefined
}

/** What happens instead of an answer. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'cut'
  | 'garbage'
  | 'too few'
  | 'not numbers'
  | 'all zero'
  | 'moved'

export type FakeProviderOptions = {
  provider: RemoteProvider
  model?: string
  dimensions?: number
  apiKey?: string
  /** A text of more characters is refused, as a model refuses more tokens than it reads. */
  maxCharacters?: number
  maxTexts?: number
  /** A text with this in it is refused, as content filters do. */
  refuses?: string
}

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>

/**
 * A server that speaks a provider's protocol as the real one does: its paths, names, errors and refusals. Vectors are
 * those of the fake embedder. `faults` are used up one by one before it answers again.
 */
export const startFakeProvider = async ({
  provider,
  model = 'fake-model',
  dimensions = 64,
  apiKey,
  maxCharacters = 100_000,
  maxTexts = provider === 'voyage' ? 1_000 : 2_048,
  refuses,
}: FakeProviderOptions) => {
  const protocol = PROTOCOLS[provider]
  const calls: ProviderCall[] = []
  const faults: Fault[] = []

  const rules = { provider, model, apiKey, maxCharacters, maxTexts, refuses }

  const answer = async (call: ProviderCall, response: ServerResponse, fault?: Fault) => {
    if (typeof fault === 'object') return send(response, fault)
    const refusal = refusalOf(call, rules)
    if (refusal !== undefined) return send(response, protocol.refusal(refusal))
    const size = Number(call.body[protocol.sizeField] ?? dimensions)
    const { embed } = createFakeEmbedder({ dimensions: size })
    const texts = call.body.input.map((text) => text.slice(0, maxCharacters))
    const vectors = await embed(texts, { mode: 'document' })
    // A length other than 1: not every provider gives unit vectors.
    const rows: unknown[] = vectors.map((vector) => Array.from(vector, (value) => value * 3))
    send(response, {
      status: 200,
      body: JSON.stringify(protocol.answer(spoil(rows, fault), model)),
    })
  }

  const server = createServer((request, response) => {
    const handle = async (text: string) => {
      const fault = faults.shift()
      const call = {
        body: JSON.parse(text) as ProviderCall['body'],
        authorization: request.headers.authorization,
      }
      calls.push(call)
      if (fault === 'hang') return
      if (fault === 'cut') return cut(response)
      if (fault === 'garbage') return send(response, { status: 200, body: '<html>Welcome</html>' })
      if (fault === 'moved')
        return send(response, { status: 307, headers: { location: '/elsewhere' } })
      if (request.url !== protocol.path) return send(response, { status: 404, body: 'not found' })
      await answer(call, response, fault)
    }
    // Who has gone needs no answer.
    readBody(request).then(handle, () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}${protocol.base}`,
    calls,
    faults,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Refusal = [status: number, message: string, code: string]

type Rules = Required<
  Pick<FakeProviderOptions, 'provider' | 'model' | 'maxCharacters' | 'maxTexts'>
> & { apiKey: string | undefined; refuses: string | undefined }

const refusalOf = ({ body, authorization }: ProviderCall, rules: Rules): Refusal | undefined => {
  if (rules.apiKey !== undefined && authorization !== `Bearer ${rules.apiKey}`)
    return [401, `Incorrect API key provided: ${authorization}`, 'invalid_api_key']
  if (body.model !== rules.model)
    return [404, `The model ${body.model} is not here`, 'model_not_found']
  if (!Array.isArray(body.input) || body.input.length === 0 || body.input.length > rules.maxTexts)
    return [400, 'input must be a list of texts of the allowed length', 'invalid_request']
  return refusalOfTexts(body.input, rules)
}

const refusalOfTexts = (
  texts: string[],
  { provider, maxCharacters, refuses }: Rules,
): Refusal | undefined => {
  // Ollama takes empty texts and cuts long ones, as does Voyage on request.
  if (provider !== 'ollama' && texts.includes(''))
    return [400, 'input cannot be an empty text', 'invalid_request']
  if (provider === 'openai' && texts.some((text) => text.length > maxCharacters))
    return [400, "This model's maximum context length is 8192 tokens", 'invalid_request']
  if (refuses !== undefined && texts.some((text) => text.includes(refuses)))
    return [400, `Not allowed: ${texts.join()}`, 'content_filter']
  return undefined
}

const asData = (rows: unknown[], model: string) => ({
  object: 'list',
  model,
  // In another order than asked for, which the protocol allows.
  data: rows.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
  usage: { total_tokens: 1 },
})

const PROTOCOLS = {
  openai: {
    base: '/v1',
    path: '/v1/embeddings',
    sizeField: 'dimensions',
    answer: asData,
    refusal: ([status, message, code]: Refusal) => ({
      status,
      body: JSON.stringify({ error: { message, type: 'invalid_request_error', code } }),
    }),
  },
  voyage: {
    base: '/v1',
    path: '/v1/embeddings',
    sizeField: 'output_dimension',
    answer: asData,
    refusal: ([status, message]: Refusal) => ({
      status,
      body: JSON.stringify({ detail: message }),
    }),
  },
  ollama: {
    base: '',
    path: '/api/embed',
    sizeField: 'dimensions',
    answer: (rows: unknown[], model: string) => ({ model, embeddings: rows, total_duration: 1 }),
    refusal: ([status, message]: Refusal) => ({ status, body: JSON.stringify({ error: message }) }),
  },
} as const

const spoil = (rows: unknown[], fault: Fault | undefined): unknown[] => {
  if (fault === 'too few') return rows.slice(1)
  if (fault === 'not numbers')
    return rows.map((row) => (row as number[]).map((value) => String(value)))
  if (fault === 'all zero') return rows.map((row) => (row as number[]).map(() => 0))
  return rows
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const send = (
  response: ServerResponse,
  { status, headers = {}, body = '' }: Exclude<Fault, string>,
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** The line goes dead in the middle of an answer. */
const cut = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"data": [', () => response.destroy())
}
