#!/usr/bin/env node
// Counts what Cursor's editor stores and transcripts hold, with SQL and JSON.parse and nothing else. It shares no code with
// the reader in src/cursor, so that the two can check each other.
//
//   node packages/sources/test-support/count-cursor.mjs DIR      { sessions: { <id>: { messages, prompts, edits, outputTokens } } }
//
// messages: bubbles and lines in which something is said, one more for what a tool answered. edits: calls that write files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withCopy } from './open-copy.mjs'

const WRITES = /^(edit_file|search_replace|strreplace|write|apply_patch|delete_file)/i

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const answers = ({ status, userDecision }) =>
  userDecision === 'rejected' || ['completed', 'error', 'cancelled'].includes(status)

const countBubble = (count, bubble) => {
  const text = (bubble.text || bubble.rawText || '').trim()
  const tool = bubble.toolFormerData?.name ? bubble.toolFormerData : null
  const isUser = [1, 'user'].includes(bubble.type)
  if (isUser ? !text : !text && !tool && !bubble.thinking?.text) return
  count.messages++
  if (isUser) count.prompts++
  count.outputTokens += bubble.tokenCount?.outputTokens ?? 0
  if (!tool || !answers(tool)) return
  count.messages++
  if (tool.status === 'completed' && tool.userDecision !== 'rejected' && WRITES.test(tool.name))
    count.edits++
}

const countLine = (count, { role, message }) => {
  const texts = message.content.filter(({ type }) => type === 'text').map(({ text }) => text)
  count.messages++
  if (role === 'user' && texts.some((text) => text.includes('<user_query>') || !/^\s*</.test(text)))
    count.prompts++
  count.edits += message.content.filter((b) => b.type === 'tool_use' && WRITES.test(b.name)).length
}

const sessions = {}
const countFor = (id) => {
  sessions[id] ??= { messages: 0, prompts: 0, edits: 0, outputTokens: 0 }
  return sessions[id]
}

const parse = (value) =>
  JSON.parse(typeof value === 'string' ? value : Buffer.from(value).toString())

const itemsOf = (all) => (key) => {
  const [row] = all('SELECT value FROM ItemTable WHERE key = ?', key)
  return row ? parse(row.value) : {}
}

const countRows = (all) => {
  const tables = all("SELECT name FROM sqlite_master WHERE name = 'cursorDiskKV'")
  const rows = tables.length > 0 ? all('SELECT * FROM cursorDiskKV') : []
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  for (const [key, value] of values) {
    if (!key.startsWith('composerData:')) continue
    const { composerId, fullConversationHeadersOnly: headers = [] } = parse(value)
    for (const { bubbleId } of headers) {
      const bubble = values.get(`bubbleId:${composerId}:${bubbleId}`)
      if (bubble) countBubble(countFor(composerId), parse(bubble))
    }
  }
}

const countStore = (path) =>
  withCopy(path, (all) => {
    countRows(all)
    const item = itemsOf(all)
    const { allComposers = [] } = item('composer.composerData')
    const { tabs = [] } = item('workbench.panel.aichat.view.aichat.chatdata')
    const chats = [
      ...allComposers.map(({ composerId, conversation = [] }) => [composerId, conversation]),
      ...tabs.map(({ tabId, bubbles }) => [tabId, bubbles]),
    ]
    for (const [id, bubbles] of chats)
      for (const bubble of bubbles) countBubble(countFor(id), bubble)
  })

for (const path of filesUnder(process.argv[2] ?? '.')) {
  if (path.endsWith('.vscdb')) countStore(path)
  if (path.endsWith('.jsonl'))
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean))
      countLine(countFor(basename(path, '.jsonl')), JSON.parse(line))
}
for (const [id, { messages }] of Object.entries(sessions)) if (messages === 0) delete sessions[id]
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
