// A language model that says what a test asks it to, on loopback: .ci/tools.sh has real coding tools ask it.
// usage: node .ci/tools/model.mjs FOLDER
//   FOLDER/turns.jsonl     what it answers, one line each time it is asked by somebody who offers tools:
//                          {"text":"…"} or {"call":"NAME of a tool","input":{…}}, the input
//                          a text for tools without a schema, with a "namespace" for Codex's tools that have one
//   FOLDER/requests.jsonl  what it was asked. FOLDER/address appears when it listens.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PROTOCOLS } from './protocols.mjs'

const folder = process.argv[2]
const file = (name) => join(folder, name)
let count = 0

/** Takes the next line of what it is to answer. Who offers no tools asks for a title or the like. */
const nextTurn = (body) => {
  if (!(body.tools?.length > 0)) return { text: 'A tide table' }
  const [line, ...rest] = readFileSync(file('turns.jsonl'), 'utf8').split('\n').filter(Boolean)
  if (line === undefined) return { text: 'There is nothing left to say.' }
  writeFileSync(file('turns.jsonl'), rest.map((one) => `${one}\n`).join(''))
  return JSON.parse(line)
}

const readBody = async (request) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
  return text.length === 0 ? {} : JSON.parse(text.toString('utf8'))
}

const answer = async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const body = await readBody(request)
  appendFileSync(
    file('requests.jsonl'),
    `${JSON.stringify({ method: request.method, path: pathname, body })}\n`,
  )
  const protocol = PROTOCOLS.find(({ path }) => request.method === 'POST' && path.test(pathname))
  if (protocol === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"error":{"type":"not_found_error","message":"This model knows no such path."}}')
    return
  }
  count += 1
  const turn = { ...nextTurn(body), id: String(count), model: body.model }
  if (!protocol.isStream(body, pathname, searchParams)) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(protocol.whole(turn)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of protocol.events(turn)) {
    if (typeof event.type === 'string') response.write(`event: ${event.type}\n`)
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
  response.end()
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1', () =>
  writeFileSync(file('address'), `http://127.0.0.1:${server.address().port}`),
)
