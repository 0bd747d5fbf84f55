#!/usr/bin/env node
// Counts what Goose's database and files of lines hold, with SQL and JSON.parse and nothing else. It shares no code with
// the reader in src/goose, so that the two can check each other.
//
//   node packages/sources/test-support/count-goose.mjs DIR      { sessions: { <id>: { messages, prompts, edits, outputTokens } } }
//
// messages: rows and lines with content. edits: files written by the editor tool, when it did not fail. outputTokens: not
// reported per message.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withCopy } from './open-copy.mjs'

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path]

const isWrite = ({ type, toolCall }) =>
  type === 'toolRequest' &&
  ['write', 'str_replace', 'insert'].includes(toolCall.value?.arguments?.command)

const countOf = (messages, isPersons) => {
  const contents = messages.flatMap(({ content }) => content)
  const failed = contents.filter(({ toolResult }) => toolResult && toolResult.status !== 'success')
  const failedIds = failed.map(({ id }) => id)
  const typed = messages.filter(
    ({ role, content, hidden }) =>
      role === 'user' && !hidden && content.some(({ type }) => ['text', 'image'].includes(type)),
  )
  return {
    messages: messages.length,
    prompts: isPersons ? typed.length : 0,
    edits: contents.filter((one) => isWrite(one) && !failedIds.includes(one.id)).length,
    outputTokens: 0,
  }
}

const sessions = {}
for (const path of filesUnder(process.argv[2] ?? '.')) {
  if (path.endsWith('.jsonl')) {
    const [head, ...messages] = readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    if (head.working_dir) sessions[basename(path, '.jsonl')] = countOf(messages, true)
  }
  if (!path.endsWith('.db')) continue
  withCopy(path, (all) => {
    for (const { id, session_type } of all('SELECT id, session_type FROM sessions')) {
      const rows = all('SELECT * FROM messages WHERE session_id = ?', id).map((row) => ({
        role: row.role,
        content: JSON.parse(row.content_json),
        hidden: JSON.parse(row.metadata_json ?? '{}').userVisible === false,
      }))
      if (rows.length > 0) sessions[id] = countOf(rows, session_type === 'user')
    }
  })
}
process.stdout.write(`${JSON.stringify({ sessions })}\n`)
