#!/usr/bin/env node
// Counts what Crush's databases hold, with SQL and JSON.parse and nothing else. It shares no code with the reader in
// src/crush, so that the two can check each other.
//
//   node packages/sources/test-support/count-crush.mjs DIR      { sessions: { <id>: { messages, prompts, edits, outputTokens } } }
//
// messages: rows that say something. prompts: what was asked in sessions nobody else started, the first look at a project
// left out. edits: calls of edit, write and multiedit that went well. outputTokens: what
// the session says, where an answer ended that it can be of.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withCopy } from './open-copy.mjs'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const countSession = (rows, { isChild, outputTokens }) => {
  const count = { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const messages = rows.map(({ role, parts }) => ({ role, parts: JSON.parse(parts) }))
  const all = messages.flatMap(({ parts }) => parts)
  const failed = (id) =>
    all.find(({ type, data }) => type === 'tool_result' && data.tool_call_id === id)?.data
      .is_error !== false
  for (const { role, parts } of messages) {
    if (!parts.some(({ type, data }) => type !== 'finish' && (type !== 'text' || data.text)))
      continue
    count.messages++
    if (role === 'assistant' && parts.some(({ type }) => type === 'finish'))
      count.outputTokens = outputTokens
    const isInit = parts.some(({ data }) =>
      /analyze this codebase and create/i.test(data.text ?? ''),
    )
    if (role === 'user' && !isChild && !isInit) count.prompts++
    for (const { type, data } of parts)
      if (type === 'tool_call' && /^(edit|write|multiedit)$/.test(data.name) && !failed(data.id))
        count.edits++
  }
  return count
}

const sessions = {}
for (const path of filesUnder(process.argv[2] ?? '.').filter((name) => name.endsWith('.db')))
  withCopy(path, (all) => {
    for (const { id, parent_session_id, completion_tokens } of all(
      "SELECT * FROM sessions WHERE id NOT LIKE 'title-%'",
    )) {
      const rows = all('SELECT role, parts FROM messages WHERE session_id = ? ORDER BY rowid', id)
      const count = countSession(rows, {
        isChild: parent_session_id !== null,
        outputTokens: completion_tokens ?? 0,
      })
      if (count.messages > 0) sessions[id] = count
    }
  })
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
