#!/usr/bin/env node
// Counts what sessions of Droid hold, line by line with JSON.parse and nothing else. It shares no code with the reader in
// src/droid, so that the two can check each other.
//
//   node packages/sources/test-support/count-droid.mjs DIR [--json]
//
//   messages      messages that say something, each id once, and summaries
//   prompts       user messages with something typed in them
//   edits         files written, where the result does not say it failed
//   outputTokens  0: Droid counts them for the whole session only
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : path.endsWith('.jsonl')
      ? [path]
      : []

const recordsIn = (file) => {
  const byId = new Map()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const record = JSON.parse(line)
      if (!byId.has(record.id ?? line)) byId.set(record.id ?? line, record)
    } catch {}
  }
  return [...byId.values()]
}

const partsOf = (content) =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])

const filesWritten = ({ name, input }) => {
  if (/^(Create|Write|Edit|MultiEdit)$/.test(name)) return 1
  if (name !== 'ApplyPatch') return 0
  return input.input.match(/^\*\*\* (Add|Update) File: /gm)?.length ?? 0
}

const sessions = {}
for (const file of filesUnder(process.argv[2] ?? '.')) {
  const records = recordsIn(file)
  const head = records.find(({ type, id }) => type === 'session_start' && id)
  if (!head) continue
  const result = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const calls = new Map()
  for (const { type, message, summaryText } of records) {
    if (type === 'compaction_state' && summaryText) result.messages++
    if (!/^(session_start|message|compaction_state|todo_state)$/.test(type)) result.messages++
    if (type !== 'message') continue
    const parts = partsOf(message.content)
    if (parts.length > 0) result.messages++
    for (const part of parts) if (part.type === 'tool_use') calls.set(part.id, part)
    const results = parts.filter((part) => part.type === 'tool_result')
    for (const { tool_use_id, content, is_error } of results)
      if (!is_error && !String(content).startsWith('{"success":false') && calls.has(tool_use_id))
        result.edits += filesWritten(calls.get(tool_use_id))
    const isTyped = ({ type: kind, text }) => kind === 'text' && !/^\s*<system-reminder>/.test(text)
    if (message.role === 'user' && results.length === 0 && parts.some(isTyped)) result.prompts++
  }
  sessions[head.id] = result
}

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ sessions })}\n`)
else
  for (const [id, counts] of Object.entries(sessions))
    process.stdout.write(`${id} ${JSON.stringify(counts)}\n`)
