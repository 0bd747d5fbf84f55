#!/usr/bin/env node
// Counts what chats of GitHub Copilot in VS Code hold, with JSON.parse and nothing of the reader in src, so that the
// two can check each other.
//
//   node packages/sources/test-support/count-copilot-chat.mjs FILE|DIR
//
// What counts:
//   messages      a request; each round of its answer; the results of each round's calls together
//   prompts       requests with a text or a picture that were not made by the program
//   edits         calls that replaced or created a file and did not fail, one per replacement; and the files VS Code
//                 edited that no such call names
//   outputTokens  as reported per request
// Of a transcript: what was asked, each answer that says or calls something, each result; edits as above.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const change = (at, last, { kind, i, v }) => {
  if (kind === 1) at[last] = v
  if (kind === 2) at[last] = [...(at[last] ?? []).slice(0, i ?? Infinity), ...v]
  if (kind === 3) delete at[last]
}

const play = (lines) => {
  let root = null
  for (const op of lines.map(parse)) {
    if (op?.kind === 0) root = op.v
    if (!Array.isArray(op?.k)) continue
    const at = op.k.slice(0, -1).reduce((inside, step) => inside?.[step], root)
    if (at) change(at, op.k.at(-1), op)
  }
  return root
}

const chatOf = (file) => {
  const text = readFileSync(file, 'utf8')
  const whole = parse(text)
  if (whole) return whole.requests ? whole : null
  const lines = text.split('\n')
  return parse(lines[0])?.kind === 0 ? play(lines) : null
}

// A letter per part: c a call, C one with a result, t something said.
const letterOf = ({ kind, value, pastTenseMessage }) => {
  if (kind === 'toolInvocationSerialized') return pastTenseMessage ? 'C' : 'c'
  if (kind === 'thinking' || kind === 'inlineReference') return 't'
  return kind === undefined && value.replaceAll('`', '').trim() !== '' ? 't' : ''
}

const answerOf = (parts) => {
  const rounds =
    parts
      .map(letterOf)
      .join('')
      .match(/t+[cC]*|[cC]+/g) ?? []
  return { rounds: rounds.length, results: rounds.filter((round) => round.includes('C')).length }
}

const eventsOf = (file) => {
  const events = readFileSync(file, 'utf8').split('\n').map(parse).filter(Boolean)
  return events[0]?.data?.vscodeVersion ? events : null
}

const saysSomething = ({ content, reasoningText, toolRequests }) =>
  Boolean(content || reasoningText || toolRequests?.length)

const countEvents = (events) => {
  const calls = new Map()
  const of = (name) => events.filter(({ type }) => type === name).map(({ data }) => data)
  const answers = of('assistant.message')
  for (const { toolCallId, name, arguments: text } of answers.flatMap(
    (one) => one.toolRequests ?? [],
  ))
    calls.set(toolCallId, JSON_EDITS.test(name) ? text : null)
  const asked = of('user.message').length
  const results = of('tool.execution_complete')
  const unannounced = of('tool.execution_start').filter((one) => !calls.has(one.toolCallId))
  const texts = results
    .filter((one) => one.success !== false)
    .flatMap((one) => calls.get(one.toolCallId) ?? [])
  return {
    messages: asked + answers.filter(saysSomething).length + results.length + unannounced.length,
    prompts: asked,
    edits: texts.reduce((sum, text) => sum + (JSON.parse(text).replacements?.length ?? 1), 0),
    outputTokens: 0,
  }
}

const JSON_EDITS = /^(replace_string_in_file|create_file|multi_replace_string_in_file|apply_patch)$/
const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.').filter((name) => /\.jsonl?$/.test(name))) {
  const events = eventsOf(file)
  if (events !== null) sessions[events[0].data.sessionId] = countEvents(events)
  const chat = chatOf(file)
  if (!Array.isArray(chat?.requests) || chat.requests.length === 0) continue
  const count = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  for (const { message, variableData, response = [], result, confirmation } of chat.requests) {
    const hasPicture = variableData?.variables?.some(({ kind }) => kind === 'image')
    count.messages++
    if ((message.text || hasPicture) && !confirmation) count.prompts++
    const { toolCallRounds: rounds = [], toolCallResults: results = {} } = result?.metadata ?? {}
    const described = new Set()
    for (const { name, id, arguments: text } of rounds.flatMap(({ toolCalls }) => toolCalls)) {
      if (!JSON_EDITS.test(name) || !results[id]) continue
      if (JSON.stringify(results[id]).includes('"ERROR')) continue
      const asked = JSON.parse(text)
      const patched = asked.input?.match(/(?<=^\*\*\* (Add|Update|Delete) File: ).+/gm)
      const named = patched?.map((filePath) => ({ filePath }))
      for (const { filePath } of named ?? asked.replacements ?? [asked]) {
        described.add(filePath)
        count.edits++
      }
    }
    const groups = response.filter(({ kind }) => kind === 'textEditGroup')
    const applied = new Set(
      groups.map(({ uri }) => uri.fsPath).filter((path) => !described.has(path)),
    )
    count.edits += applied.size
    if (rounds.length > 0)
      count.messages +=
        rounds.length +
        rounds.filter(({ toolCalls }) => toolCalls.some(({ id }) => results[id])).length
    else {
      const shown = answerOf(response)
      const least = result?.errorDetails || applied.size > 0 ? 1 : 0
      count.messages += Math.max(shown.rounds, least) + shown.results
    }
    count.outputTokens += result?.metadata?.outputTokens ?? result?.usage?.completionTokens ?? 0
  }
  sessions[chat.sessionId ?? basename(file).replace(/\.jsonl?$/, '')] = count
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
