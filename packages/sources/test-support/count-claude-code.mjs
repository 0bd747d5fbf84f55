#!/usr/bin/env node
// Counts what Claude Code session files hold, line by line with JSON.parse and nothing else. It shares no code with the
// reader in src/claude-code and is kept as plain as can be, so that the two can check each other.
//
//   node packages/sources/test-support/count-claude-code.mjs DIR          a table
//   node packages/sources/test-support/count-claude-code.mjs DIR --json   { sessions: { <id>: {…} }, totals: {…} }
//
// What counts:
//   messages      user records by uuid; assistant records by (message.id, requestId); queued prompts; system records with
//                 a text; records of a type nobody knows, if they have a uuid
//   prompts       user records and queued prompts that a person typed
//   edits         files written by Edit, Write, MultiEdit, NotebookEdit, by tool call (not: rm and mv in a shell)
//   outputTokens  per (message.id, requestId) the largest figure, summed
// `sessions` counts each session by itself. `totals` counts a message that two sessions of a folder share (a fork, the
// side call of a compaction) once.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const SILENT = [
  ...[
    'progress',
    'file-history-snapshot',
    'queue-operation',
    'summary',
    'last-prompt',
    'custom-title',
  ],
  ...['ai-title', 'mode', 'permission-mode', 'pr-link', 'frame-link', 'attachment', 'system'],
]
const NOT_TYPED =
  /^\s*(<command-name>|<command-message>|<local-command-|<bash-(input|stdout|stderr)>|<task-notification>|\[Request interrupted|Caveat:|Stop hook feedback:|This session is being continued)/
const IN_FRONT = /^\s*<(system-reminder|ide_opened_file|ide_selection)>[\s\S]*?<\/\1>/

const filesUnder = (path) => {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => {
      const inside = join(path, name)
      if (statSync(inside).isDirectory()) return filesUnder(inside)
      return name.endsWith('.jsonl') ? [inside] : []
    })
}

const recordsIn = (file) => {
  const records = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      const record = JSON.parse(line)
      if (record && typeof record === 'object' && !Array.isArray(record)) records.push(record)
    } catch {}
  }
  return records
}

const isForeign = (record) =>
  (record.payload && typeof record.payload === 'object') ||
  record.projectHash ||
  record.message?.parts ||
  /^session-/.test(record.sessionId ?? '') ||
  ['session', 'session_start', 'session.start', 'session_meta'].includes(record.type)

const isOurs = (record) =>
  typeof record.isSidechain === 'boolean' ||
  record.leafUuid ||
  record.type === 'file-history-snapshot' ||
  (['user', 'assistant'].includes(record.type) && record.message?.content)

const sessionIdOf = (file, records) => {
  const stem = basename(file, '.jsonl')
  if (/^[0-9a-f-]{36}$/.test(stem) || /^agent-/.test(stem)) return stem
  const last = records.filter((r) => ['user', 'assistant'].includes(r.type) && r.sessionId).at(-1)
  return last?.sessionId ?? stem
}

const folderOf = (file) => dirname(file).replace(/\/[^/]+\/subagents(\/.*)?$/, '')

const textsOf = (content) => {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((b) => (typeof b === 'string' ? [b] : b?.type === 'text' ? [b.text] : []))
}

const isTyped = (content, record) => {
  const blocks = Array.isArray(content) ? content : []
  if (blocks.some((b) => b?.type === 'tool_result') || record.toolUseResult) return false
  if (record.isMeta || record.isCompactSummary || record.isSidechain) return false
  if (/^sdk-/.test(record.entrypoint) && record.promptSource !== 'typed') return false
  const texts = textsOf(content).map((text) => {
    let rest = text
    while (IN_FRONT.test(rest)) rest = rest.replace(IN_FRONT, '')
    return { rest, had: rest !== text }
  })
  if (
    texts.some(({ rest }) =>
      /^\s*(<command-|<local-command-stdout|<bash-|This session is)/.test(rest),
    )
  )
    return false
  if (texts.some(({ rest, had }) => (rest.trim() || !had) && !NOT_TYPED.test(rest))) return true
  return texts.length === 0 && blocks.some((b) => b?.type === 'image')
}

const counts = new Map()
const files = { read: 0, skipped: 0 }
let nameless = 0

for (const file of filesUnder(process.argv[2] ?? '.')) {
  const records = recordsIn(file)
  const firstSure = records.find((record) => isForeign(record) || isOurs(record))
  const speaks = records.some((r) => ['user', 'assistant'].includes(r.type))
  if (!firstSure || isForeign(firstSure) || !speaks) {
    files.skipped++
    continue
  }
  files.read++
  const id = sessionIdOf(file, records)
  const isAgent = id.startsWith('agent-')
  const count = counts.get(id) ?? {
    folder: folderOf(file),
    users: new Map(),
    assistants: new Map(),
    others: new Set(),
    calls: new Map(),
    edits: new Map(),
  }
  counts.set(id, count)
  for (const record of records) {
    const { type, uuid, message } = record
    const key = uuid ?? `nameless ${nameless++}`
    if (type === 'user') {
      const content = typeof message === 'string' ? message : message?.content
      const before = count.users.get(key)
      const size = JSON.stringify(content ?? null).length
      if (!before || size > before.size)
        count.users.set(key, { size, typed: !isAgent && isTyped(content, record) })
      for (const block of Array.isArray(content) ? content : []) {
        if (block?.type !== 'tool_result' || block.is_error) continue
        const result = record.toolUseResult
        if (result?.filePath && Array.isArray(result.structuredPatch))
          count.edits.set(block.tool_use_id, key)
        else if (result?.notebook_path && result.edit_mode) count.edits.set(block.tool_use_id, key)
        else if (
          !result &&
          /^(Edit|Write|MultiEdit|NotebookEdit)$/.test(count.calls.get(block.tool_use_id))
        )
          count.edits.set(block.tool_use_id, key)
      }
    } else if (type === 'assistant') {
      const group = message?.id ? `${message.id} ${record.requestId}` : key
      const tokens = message?.usage?.output_tokens ?? 0
      count.assistants.set(group, Math.max(count.assistants.get(group) ?? 0, tokens))
      for (const block of Array.isArray(message?.content) ? message.content : [])
        if (block?.type === 'tool_use') count.calls.set(block.id, block.name)
    } else if (type === 'attachment' && record.attachment?.type === 'queued_command') {
      const { prompt, commandMode } = record.attachment
      const typed = !isAgent && commandMode !== 'task-notification' && isTyped(prompt, record)
      count.users.set(key, { size: 0, typed })
    } else if (type === 'system' && typeof record.content === 'string' && record.content !== '')
      count.others.add(key)
    else if (typeof type === 'string' && uuid && !SILENT.includes(type)) count.others.add(key)
  }
}

const sum = (numbers) => [...numbers].reduce((total, n) => total + n, 0)
const sessions = {}
const shared = new Map()
for (const [id, { folder, users, assistants, others, edits }] of counts) {
  const typed = [...users].filter(([, { typed }]) => typed).map(([key]) => key)
  sessions[id] = {
    messages: users.size + assistants.size + others.size,
    prompts: typed.length,
    edits: edits.size,
    outputTokens: sum(assistants.values()),
  }
  const all = shared.get(folder) ?? {
    messages: new Set(),
    prompts: new Set(),
    edits: new Set(),
    tokens: new Map(),
  }
  shared.set(folder, all)
  for (const key of [...users.keys(), ...assistants.keys(), ...others]) all.messages.add(key)
  for (const key of typed) all.prompts.add(key)
  for (const key of edits.keys()) all.edits.add(key)
  for (const [key, n] of assistants) all.tokens.set(key, Math.max(all.tokens.get(key) ?? 0, n))
}
const totals = {
  sessions: counts.size,
  messages: sum([...shared.values()].map(({ messages }) => messages.size)),
  prompts: sum([...shared.values()].map(({ prompts }) => prompts.size)),
  edits: sum([...shared.values()].map(({ edits }) => edits.size)),
  outputTokens: sum([...shared.values()].map(({ tokens }) => sum(tokens.values()))),
}

if (process.argv.includes('--json'))
  process.stdout.write(`${JSON.stringify({ files, sessions, totals })}\n`)
else {
  const row = (name, c) =>
    [
      name.padEnd(44),
      ...[c.messages, c.prompts, c.edits, c.outputTokens].map((n) => String(n).padStart(9)),
    ].join('')
  const lines = [`${'session'.padEnd(44)} messages  prompts    edits   tokens`]
  for (const [id, c] of Object.entries(sessions)) lines.push(row(id.slice(0, 43), c))
  lines.push(row(`${totals.sessions} sessions in ${files.read} files`, totals))
  process.stdout.write(`${lines.join('\n')}\n`)
}
