/** Labelled sessions and commits, read to what the linker works on. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LineChange, LinkableCommit, LinkableSession } from '@teamlore/core/linking'
import { baseName, tokensOf } from '@teamlore/core/linking'

export type Rewritten = LinkableCommit & { kind: string; replaces: string[] }
export type LinkingSet = {
  sessions: LinkableSession[]
  commits: (LinkableCommit & { isMerge: boolean })[]
  rewritten: Rewritten[]
  /** Commit → session → share of its lines, in per cent, where that was recorded. */
  truth: Map<string, Map<string, number | null>>
}

/** As in the set: 12 digits, lines of fewer than 4 visible characters left out. */
const fingerprint = (line: string): string | null => {
  const text = line.trim()
  if ([...text.replace(/\s/gu, '')].length < 4) return null
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)
}
const prints = (text: unknown): string[] =>
  (typeof text === 'string' ? text : '').split('\n').flatMap((line) => fingerprint(line) ?? [])

/** What an edit really added and removed, as multisets. */
const changeOf = (
  path: string,
  before: readonly string[],
  after: readonly string[],
): LineChange => {
  const left = new Map<string, number>()
  for (const print of before) left.set(print, (left.get(print) ?? 0) + 1)
  const added = after.filter((print) => {
    const count = left.get(print) ?? 0
    if (count > 0) left.set(print, count - 1)
    return count === 0
  })
  const removed = [...left].flatMap(([print, count]) => new Array<string>(count).fill(print))
  return { path, added, removed }
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textIn = (fields: Fields, ...names: string[]): string | undefined =>
  names.map((name) => fields[name]).find((value) => typeof value === 'string') as string | undefined

const editsOf = (input: unknown): LineChange[] => {
  if (!isFields(input)) return []
  const path = textIn(input, 'file_path', 'notebook_path', 'path')
  if (path === undefined) return []
  const one = (fields: Fields): LineChange[] => {
    const after = textIn(fields, 'new_string', 'new_source', 'content')
    const before = textIn(fields, 'old_string')
    return after === undefined ? [] : [changeOf(path, prints(before), prints(after))]
  }
  return Array.isArray(input['edits']) ? input['edits'].filter(isFields).flatMap(one) : one(input)
}

const SUBJECT =
  /\bcommit\b[^\n]*?(?:-[a-z]*m|--message)[ =]+(?:"\$\(cat <<-?\s*'?(\w+)'?\n\s*([^\n]+)|"((?:[^"\\]|\\.)+)"|'([^']+)')/g
const PRINTED = /\[[^\]\n]{1,120}? (?:\(root-commit\) )?([0-9a-f]{7,40})\] [^\n\\"]{3,}/g

type Call = { at: number; edits: LineChange[]; subjects: string[] }

const callOf = (input: unknown, at: number): Call => {
  const command = isFields(input) ? (textIn(input, 'command') ?? '') : ''
  const subjects = /\bgit\b[^\n]*\bcommit\b/.test(command)
    ? [...command.matchAll(SUBJECT)].map(
        (m) => (m[2] ?? m[3] ?? m[4] ?? '').split('\n')[0]?.trim() ?? '',
      )
    : []
  return { at, edits: editsOf(input), subjects }
}

type Reading = {
  at: number
  active: number[]
  places: { at: number; place: string }[]
  cwd: string | undefined
  calls: Map<string, Call>
  printed: { at: number; sha: string }[]
}

const readBlock = (reading: Reading, block: unknown): void => {
  if (!isFields(block)) return
  const id = String(block['id'] ?? block['tool_use_id'] ?? '')
  if (block['type'] === 'tool_use' && !reading.calls.has(id))
    reading.calls.set(id, callOf(block['input'], reading.at))
  if (block['type'] !== 'tool_result') return
  const call = reading.calls.get(id)
  if (call && block['is_error'] === true) call.edits = []
  const { content } = block
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '')
  for (const [, sha = ''] of text.matchAll(PRINTED)) reading.printed.push({ at: reading.at, sha })
}

const readRecord = (reading: Reading, record: Fields): void => {
  const time = Date.parse(String(record['timestamp'] ?? ''))
  if (time) {
    reading.at = time
    if (/^(?:user|assistant)$/.test(String(record['type']))) reading.active.push(time)
  }
  reading.cwd ??= textIn(record, 'cwd')
  const place = `${reading.cwd} ${textIn(record, 'gitBranch') ?? ''}`
  if (textIn(record, 'gitBranch') !== undefined && reading.places.at(-1)?.place !== place)
    reading.places.push({ at: reading.at, place })
  const data = record['data']
  const nested = record['type'] === 'progress' && isFields(data) ? data['message'] : record
  const message = isFields(nested) ? nested['message'] : undefined
  const content = isFields(message) ? message['content'] : undefined
  for (const block of Array.isArray(content) ? content : []) readBlock(reading, block)
}

const readSession = (id: string, text: string): LinkableSession => {
  const reading: Reading = {
    at: 0,
    active: [],
    places: [],
    cwd: undefined,
    calls: new Map(),
    printed: [],
  }
  for (const line of text.split('\n')) {
    try {
      const record: unknown = JSON.parse(line)
      if (isFields(record)) readRecord(reading, record)
    } catch {
      // A line that was cut off says nothing.
    }
  }
  const calls = [...reading.calls.values()]
  return {
    id,
    places: reading.places,
    active: reading.active.sort((a, b) => a - b),
    printed: reading.printed,
    ran: calls.flatMap(({ at, subjects }) => subjects.map((subject) => ({ at, subject }))),
    wrote: calls.flatMap(({ at, edits }) =>
      edits.flatMap((edit) =>
        tokensOf(edit).map((token) => ({ at, token, name: baseName(edit.path) })),
      ),
    ),
  }
}

type RawCommit = {
  sha: string
  parents: string[]
  author_time: string
  commit_time: string
  subject: string
  patch_id: string | null
  merge?: boolean
  kind?: string
  replaces?: string[]
  files: { path: string; added_line_hashes?: string[]; removed_line_hashes?: string[] }[]
}

const readCommit = (line: string): Rewritten & { isMerge: boolean } => {
  const raw = JSON.parse(line) as RawCommit
  return {
    sha: raw.sha,
    parents: raw.parents,
    patchId: raw.patch_id,
    authoredAt: Date.parse(raw.author_time),
    committedAt: Date.parse(raw.commit_time),
    subject: raw.subject,
    isMerge: raw.merge === true || raw.parents.length > 1,
    kind: raw.kind ?? '',
    replaces: raw.replaces ?? [],
    files: raw.files.map((file) => ({
      path: file.path,
      added: file.added_line_hashes ?? [],
      removed: file.removed_line_hashes ?? [],
    })),
  }
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []

export const readLinkingSet = (folder: string): LinkingSet => {
  const rows = (name: string) =>
    linesOf(join(folder, name))
      .slice(1)
      .map((line) => line.split('\t'))
  const names = new Map(
    rows('sessions.tsv').map(([id = '', , file = '']) => [file.replace(/^sessions\//, ''), id]),
  )
  const files = readdirSync(join(folder, 'sessions')).filter((file) => file.endsWith('.jsonl'))
  const truth: LinkingSet['truth'] = new Map()
  for (const [commit = '', session = '', share = ''] of rows('truth.tsv')) {
    const known = truth.get(commit) ?? new Map<string, number | null>()
    truth.set(commit, known.set(session, share === '' ? null : Number(share)))
  }
  return {
    sessions: files.map((file) =>
      readSession(
        names.get(file) ?? file.replace('.jsonl', ''),
        readFileSync(join(folder, 'sessions', file), 'utf8'),
      ),
    ),
    commits: linesOf(join(folder, 'commits.jsonl')).map(readCommit),
    rewritten: linesOf(join(folder, 'rewritten.jsonl')).map(readCommit),
    truth,
  }
}
