import { createHash } from 'node:crypto'
import type { IngestCommit } from '@teamlore/shared/commits'
import { z } from 'zod'

/** Agent Trace 0.1: which lines of a revision came of which conversation. Lines are counted from 1, at that revision. */
export const TRACE_VERSION = '0.1.0'
/** Where programs that write traces keep them in a repository, as far as they agree. */
export const TRACE_FILE = '.agent-trace/traces.jsonl'

const contributorSchema = z.object({
  type: z.enum(['human', 'ai', 'mixed', 'unknown']),
  model_id: z.string().optional(),
})
const rangeSchema = z.object({
  start_line: z.number().int().min(1),
  end_line: z.number().int().min(1),
  content_hash: z.string().optional(),
  contributor: contributorSchema.optional(),
})
const linkSchema = z.object({ type: z.string(), url: z.string() })
const conversationSchema = z.object({
  url: z.string().optional(),
  contributor: contributorSchema.optional(),
  ranges: z.array(rangeSchema),
  related: z.array(linkSchema).optional(),
})
const traceSchema = z.object({
  version: z.string(),
  id: z.string(),
  timestamp: z.string(),
  vcs: z.object({ type: z.string(), revision: z.string() }).optional(),
  tool: z.object({ name: z.string().optional(), version: z.string().optional() }).optional(),
  files: z.array(z.object({ path: z.string(), conversations: z.array(conversationSchema) })),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type AgentTrace = z.infer<typeof traceSchema>
export type TraceConversation = z.infer<typeof conversationSchema>

export type ReadTraces = { traces: AgentTrace[]; unreadable: number }

/** Records of a file: one JSON document, a list of them, or one in each line. What is none is counted. */
export const parseTraces = (text: string): ReadTraces => {
  const found: ReadTraces = { traces: [], unreadable: 0 }
  for (const one of documentsIn(text)) {
    const parsed = traceSchema.safeParse(one)
    if (parsed.success) found.traces.push(parsed.data)
    else found.unreadable++
  }
  return found
}

const documentsIn = (text: string): unknown[] => {
  const whole = jsonOf(text)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(jsonOf)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Noted = IngestCommit['noted_sessions']

const ID_KEY = /^(?:session|conversation|thread|chat)_?ids?$/i
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,299}$/

/** The last part of an address, without the ending of a file: there programs put the id of a session. */
const idOfUrl = (url: string): string | undefined =>
  url
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)
    ?.replace(/\.(?:jsonl?|md|txt)$/, '')

/** Ids under keys that say so, two folds deep: each vendor has its own place for them. */
const idsInMetadata = (value: unknown, depth = 0): string[] => {
  if (typeof value !== 'object' || value === null || depth > 3) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (ID_KEY.test(key)) return [inner].flat().filter((one) => typeof one === 'string')
    if (depth > 0 && /^(?:native_)?id$/.test(key) && typeof inner === 'string') return [inner]
    return idsInMetadata(inner, depth + 1)
  })
}

const isByAgent = ({ contributor, ranges }: TraceConversation): boolean =>
  contributor?.type !== 'human' || ranges.some((range) => range.contributor?.type === 'ai')

/** Which sessions a record may mean, by whatever it calls them. Which of them there are, the server knows. */
export const sessionsOfTrace = ({ files, metadata, tool }: AgentTrace): Noted => {
  const conversations = files.flatMap((file) => file.conversations).filter(isByAgent)
  if (conversations.length === 0) return []
  const urls = conversations.flatMap(({ url, related = [] }) => [
    ...(url === undefined ? [] : [url]),
    ...related.filter(({ type }) => type === 'session').map((link) => link.url),
  ])
  const ids = [...urls.map(idOfUrl), ...idsInMetadata(metadata)]
  return [...new Set(ids)]
    .filter((id) => id !== undefined && PLAIN_ID.test(id) && /\d/.test(id))
    .slice(0, 100)
    .map((id) => ({
      tool: (tool?.name ?? '').slice(0, 100),
      native_id: id as string,
      by: 'agent-trace',
    }))
}

/** No revision that somebody writes has more lines; what a record says beyond is not looked at. */
const MOST_LINES = 100_000

/** Whether at least half of the lines a record names by file are lines that its revision added. */
export const isOfRevision = (
  { files }: AgentTrace,
  added: ReadonlyMap<string, ReadonlySet<number>>,
): boolean => {
  const named = files.flatMap(({ path, conversations }) =>
    conversations
      .filter(isByAgent)
      .flatMap(({ ranges }) => ranges.map((range) => ({ ...range, path }))),
  )
  let lines = 0
  let there = 0
  for (const { path, start_line, end_line } of named) {
    const last = Math.min(end_line, start_line + MOST_LINES - lines)
    lines += Math.max(0, last - start_line + 1)
    for (let line = start_line; line <= last; line++) if (added.get(path)?.has(line)) there++
  }
  return lines > 0 && there >= lines / 2
}

/** The same for the same commit, so that what is exported twice is one record. */
export const traceIdOf = (sha: string, server: string): string => {
  const hex = createHash('sha256').update(`agent-trace ${server} ${sha}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

const PROVIDERS: [RegExp, string][] = [
  [/^claude/i, 'anthropic'],
  [/^(?:gpt|o\d|codex|chatgpt)/i, 'openai'],
  [/^gemini/i, 'google'],
  [/^grok/i, 'xai'],
  [/^(?:mistral|codestral|devstral)/i, 'mistral'],
  [/^deepseek/i, 'deepseek'],
  [/^(?:qwen|qwq)/i, 'alibaba'],
]

/** `provider/model`; as it is where nobody knows whose it is. */
export const modelIdOf = (model: string): string => {
  if (model.includes('/')) return model.slice(0, 250)
  const provider = PROVIDERS.find(([pattern]) => pattern.test(model))?.[1]
  return (provider === undefined ? model : `${provider}/${model}`).slice(0, 250)
}
