#!/usr/bin/env node
// Counts what OpenCode's database, trees of files and exports hold, with SQL and JSON.parse and nothing else. It shares no
// code with the reader in src/opencode, so that the two can check each other.
//
//   node packages/sources/test-support/count-opencode.mjs DIR      { sessions: { <id>: { messages, prompts, edits, outputTokens } } }
//
// messages: one per record, one more where tools answered. prompts: typed text in sessions nobody else started. edits:
// files written by edit, write, multiedit and patches. outputTokens: answer and thought.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withCopy } from './open-copy.mjs'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const isTyped = ({ type, text, synthetic, ignored, url }) =>
  (type === 'text' && text && !synthetic && !ignored) || url?.startsWith('data:image')

const filesWritten = ({ tool, state }) => {
  if (state.status === 'error' || state.metadata?.exit) return 0
  if (['edit', 'write', 'multiedit'].includes(tool)) return state.input.filePath ? 1 : 0
  if (!['apply_patch', 'patch'].includes(tool)) return 0
  return (state.input.patchText.match(/^\*\*\* (Add|Update) File: /gm) ?? []).length
}

const counts = {}
const bump = (id, parent, data, parts) => {
  counts[id] ??= { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  const count = counts[id]
  count.messages++
  if (data.role !== 'assistant') {
    if (!parent && parts.some(isTyped)) count.prompts++
    return
  }
  count.outputTokens += (data.tokens?.output ?? 0) + (data.tokens?.reasoning ?? 0)
  const answered = parts.filter(
    ({ type, state }) => type === 'tool' && ['completed', 'error'].includes(state.status),
  )
  if (answered.length > 0) count.messages++
  for (const part of answered) count.edits += filesWritten(part)
}

const DIRECTIONS = /^(\w+-switched|idle)$/

// Version 2: a row per message, one more where tools answered.
const countRow = (count, { type, data }, parent) => {
  count.messages++
  if (type === 'user' && !parent) count.prompts++
  if (type !== 'assistant') return
  const { tokens, content } = JSON.parse(data)
  count.outputTokens += tokens.output + tokens.reasoning
  const answered = content.filter(({ state }) => /^(completed|error)$/.test(state?.status))
  if (answered.length > 0) count.messages++
  for (const { name, state } of answered) {
    const input = { ...state.input, filePath: state.input.path }
    count.edits += filesWritten({ tool: name, state: { ...state, input } })
  }
}

const countRows = (all) => {
  for (const { id, parent_id } of all('SELECT * FROM session_v2'))
    for (const row of all('SELECT * FROM session_message WHERE session_id = ?', id)) {
      if (DIRECTIONS.test(row.type)) continue
      counts[id] ??= { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
      countRow(counts[id], row, parent_id)
    }
}

const countDatabase = (path) =>
  withCopy(path, (all) => {
    const tables = new Set(all('SELECT name FROM sqlite_schema').map(({ name }) => name))
    if (tables.has('session_v2')) countRows(all)
    if (!tables.has('message')) return
    const sessions = all('SELECT id, parent_id FROM session')
    const parents = Object.fromEntries(sessions.map((row) => [row.id, row.parent_id]))
    const newer = new Set(Object.keys(counts))
    for (const { id, session_id, data } of all('SELECT * FROM message')) {
      if (newer.has(session_id)) continue
      const parts = all('SELECT data FROM part WHERE message_id = ?', id)
      bump(
        session_id,
        parents[session_id],
        JSON.parse(data),
        parts.map((row) => JSON.parse(row.data)),
      )
    }
  })

const root = process.argv[2] ?? '.'
const files = filesUnder(root)
const known = new Set()
for (const path of files.filter((name) => /opencode[^/]*\.db$/.test(name))) countDatabase(path)
for (const id of Object.keys(counts)) known.add(id)
const json = files
  .filter((name) => name.endsWith('.json'))
  .map((path) => [path, JSON.parse(readFileSync(path, 'utf8'))])
const parents = {}
for (const [, value] of json) if (value.parentID && !value.role) parents[value.id] = value.parentID
const parts = json.filter(([, value]) => value.messageID)
for (const [path, value] of json) {
  if (value.info && value.messages && !known.has(value.info.id))
    for (const { info, parts: own } of value.messages)
      bump(value.info.id, value.info.parentID, info, own)
  if (!value.role || known.has(value.sessionID) || !/message\/[^/]+\/[^/]+$/.test(path)) continue
  const id = basename(path, '.json')
  const isOld = path.includes('/session/message/')
  const folder = isOld ? `/session/part/${value.sessionID}/${id}/` : `/part/${id}/`
  const own = parts.filter(([where]) => where.includes(folder)).map(([, part]) => part)
  bump(value.sessionID, parents[value.sessionID], value, own)
}
process.stdout.write(`${JSON.stringify({ sessions: counts })}\n`)
