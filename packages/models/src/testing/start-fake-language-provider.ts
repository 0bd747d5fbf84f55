import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens instead of an answer. */
export type LanguageFault =
  | { status: number }
  | 'hang'
  | 'malformed'
  | 'refusal'
  | 'truncated'
  | 'fenced'
  /** The connection ends in the middle of the answer. */
  | 'cut'
  /** Events, as if it had been asked for a stream. */
  | 'stream'
  /** A page in HTML, as proxies send it, with a status that says all is well. */
  | 'page'

type Protocol = 'anthropic' | 'openai'

const anthropic = (text: string, stop: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'fake',
  content: [{ type: 'text', text }],
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 100, output_tokens: 20 },
})

const openai = (text: string, stop: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'fake',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: stop }],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
})

/** @returns whether this was a fault of the connection or of what stands between. */
const sendBroken = (response: ServerResponse, fault: LanguageFault | undefined): boolean => {
  switch (fault) {
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' })
      response.write('{"id":"msg_1","type":"message","con')
      setImmediate(() => response.destroy())
      return true
    case 'stream':
      response.setHeader('content-type', 'text/event-stream')
      response.write('event: message_start\ndata: {"type":"message_start"}\n\n')
      response.end('data: {"choices":[{"delta":{"content":"{"}}]}\n\ndata: [DONE]\n\n')
      return true
    case 'page':
      response.setHeader('content-type', 'text/html')
      response.end('<html><body>Please sign in.</body></html>')
      return true
    default:
      return false
  }
}

const STOPS = {
  anthropic: { end: 'end_turn', cut: 'max_tokens', refused: 'refusal' },
  openai: { end: 'stop', cut: 'length', refused: 'content_filter' },
} as const

type Call = { path: string; body: Record<string, unknown>; key: string | undefined }

const promptOf = ({ body }: Call): string => JSON.stringify(body['messages'])

/**
 * A server that speaks the protocols of language models. `faults` are used up one by one before it answers `answer`, or what
 * a function makes of the prompt as it came over the wire.
 */
export const startFakeLanguageProvider = async (protocol: Protocol, answer: unknown) => {
  const faults: LanguageFault[] = []
  const calls: Call[] = []
  const say = (response: ServerResponse, text: string, stop: string) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(protocol === 'anthropic' ? anthropic(text, stop) : openai(text, stop)),
    )
  }
  const answerTo = (call: Call): unknown =>
    typeof answer === 'function' ? answer(promptOf(call)) : answer
  const respond = (response: ServerResponse, fault: LanguageFault | undefined, call: Call) => {
    const stops = STOPS[protocol]
    const whole = JSON.stringify(answerTo(call))
    if (fault === 'hang') return
    if (typeof fault === 'object') {
      response.statusCode = fault.status
      response.setHeader('content-type', 'application/json')
      response.end('{"type":"error","error":{"type":"x","message":"no: secret words"}}')
      return
    }
    if (sendBroken(response, fault)) return
    if (fault === 'malformed') return say(response, '{"findings": "none"}', stops.end)
    if (fault === 'refusal') return say(response, '', stops.refused)
    if (fault === 'truncated') return say(response, whole.slice(0, whole.length / 2), stops.cut)
    say(response, fault === 'fenced' ? `\`\`\`json\n${whole}\n\`\`\`` : whole, stops.end)
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const key = request.headers['x-api-key'] ?? request.headers.authorization
      const call = { path: request.url ?? '', body: JSON.parse(text), key: String(key ?? '') }
      calls.push(call)
      respond(response, faults.shift(), call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    faults,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
