#!/usr/bin/env node
// Counts what chats of Gemini CLI hold, with JSON.parse and nothing else. It shares no code with the reader in
// src/gemini-cli, so that the two can check each other.
//
//   node packages/sources/test-support/count-gemini-cli.mjs DIR [--json]
//
//   messages      every id once, and one more for the answers of an answer's tools; answers that are written again do not count
//   prompts       what a person typed, commands and what hooks say left out; none in a subagent
//   edits         files written by calls that succeeded
//   outputTokens  output and thoughts, as last reported for each id
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : /\.jsonl?$/.test(path)
      ? [path]
      : []

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const load = (file) => {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.json'))
    return [parsed(text)].flatMap((doc) => [doc, ...(doc?.messages ?? [])])
  return text.split('\n').flatMap((line) => {
    const record = parsed(line)
    return record?.$set?.messages ? [record, ...record.$set.messages] : [record]
  })
}

const HOOK = /^<hook_context>.*?<\/hook_context>\s*/s
const textOf = (content) => {
  if (typeof content === 'string') return content.replace(HOOK, '')
  const texts = (content?.map?.(({ text }) => text) ?? []).filter(Boolean)
  return texts.map((text) => text.replace(HOOK, '')).find(Boolean) ?? ''
}

const responsesIn = (content) =>
  Array.isArray(content) ? content.flatMap((part) => part?.functionResponse ?? []) : []

const hasAnswer = ({ result, resultDisplay, status }) =>
  typeof resultDisplay === 'string' ||
  ['error', 'cancelled'].includes(status) ||
  typeof result === 'string' ||
  (Array.isArray(result) && result.some((part) => part?.functionResponse))

const wrote = ({ name, args = {}, status, result, resultDisplay }) => {
  const response = result?.[0]?.functionResponse?.response
  if (response?.error || (status !== 'success' && !(status === undefined && response))) return false
  if (resultDisplay?.fileDiff) return true
  return (
    (name === 'write_file' && args.content) || (args.file_path && args.new_string !== undefined)
  )
}

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const records = load(file).filter((record) => record && typeof record === 'object')
  const head = records.find((r) => r.sessionId && r.projectHash)
  if (!head && !records.some(({ type }) => type === 'gemini')) continue
  const parent = basename(dirname(dirname(file))) === 'chats' ? basename(dirname(file)) : null
  const stem = basename(file).replace(/\.jsonl?$/, '')
  const id = parent ? `${parent}/${stem}` : (head?.sessionId ?? stem)
  const byId = new Map()
  for (const record of records)
    if (record.id && record.type) {
      const before = byId.get(record.id)
      const size = JSON.stringify(record).length
      if (!before || size > JSON.stringify(before).length) byId.set(record.id, record)
    }
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const isHeadOrPatch = (r) => r.sessionId || r.$set || '$rewindTo' in r
  result.messages += records.filter((r) => !r.type && !isHeadOrPatch(r)).length
  const answered = new Set(
    [...byId.values()].flatMap(({ toolCalls = [] }) =>
      toolCalls.filter(hasAnswer).map(({ id: call }) => call),
    ),
  )
  for (const message of byId.values()) {
    const responses = message.type === 'user' ? responsesIn(message.content) : []
    if (responses.length > 0 && responses.every(({ id: call }) => answered.has(call))) continue
    result.messages++
    const { type, content, tokens, toolCalls = [] } = message
    const text = textOf(content)
    const isOther = /^(\/[a-z]|<state_snapshot>|<session_context>)/.test(text)
    if (type === 'user' && !parent && text && !isOther) result.prompts++
    if (type !== 'gemini') continue
    result.outputTokens += (tokens?.output ?? 0) + (tokens?.thoughts ?? 0)
    if (toolCalls.some(hasAnswer)) result.messages++
    result.edits += toolCalls.filter(wrote).length
  }
  if (!sessions[id] || result.messages > sessions[id].messages) sessions[id] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
