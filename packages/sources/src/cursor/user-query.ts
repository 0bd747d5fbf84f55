import type { Block, MessageKind } from '@teamlore/shared'
import { isAskedByTeamlore } from '../shared/asked-by-teamlore.ts'
import { boundedJson } from '../shared/bounded-json.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { listOf } from './raw-cursor.ts'

type RawPart = { type?: unknown; text?: unknown }

const textsOf = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : listOf(content).flatMap((one) => {
        const { type, text } = fieldsOf<RawPart>(one)
        return type === 'text' && typeof text === 'string' ? [text] : []
      })

const OPEN = '<user_query>'
const CLOSE = '</user_query>'

/** What a person typed stands in `<user_query>`; what is around it was put in by the client. */
export const readQuery = (content: unknown): { kind: MessageKind; blocks: Block[] } => {
  const blocks: Block[] = []
  let isTyped = false
  for (const text of textsOf(content)) {
    const { query, rest } = splitQuery(text)
    if (rest !== '') blocks.push({ type: 'other', name: 'context', raw: rest })
    if (query !== null && query !== '') {
      blocks.push({ type: 'text', text: query })
      // What a hook has it go on with comes in the same way.
      isTyped ||= !isAskedByTeamlore(query)
    }
  }
  for (const one of typeof content === 'string' ? [] : listOf(content)) {
    const { type } = fieldsOf<RawPart>(one)
    if (type !== 'text')
      blocks.push({
        type: 'other',
        name: textOrNull(type, 200) ?? 'unknown',
        raw: boundedJson(one),
      })
  }
  if (isTyped) return { kind: 'human', blocks }
  if (blocks.some(({ type }) => type === 'text')) return { kind: 'injected', blocks }
  const texts = textsOf(content).filter((text) => text !== '')
  return {
    kind: 'injected',
    blocks: texts.map((text): Block => ({ type: 'text', text })),
  }
}

const splitQuery = (text: string): { query: string | null; rest: string } => {
  const start = text.indexOf(OPEN)
  if (start === -1) {
    // Text in tags is the client's; text without any is a query of an older version.
    const isPlain = !/^\s*<[a-z_]+>/.test(text)
    return isPlain ? { query: text.trim(), rest: '' } : { query: null, rest: text.trim() }
  }
  const end = text.indexOf(CLOSE, start)
  const query = text.slice(start + OPEN.length, end === -1 ? undefined : end).trim()
  const after = end === -1 ? '' : text.slice(end + CLOSE.length)
  return { query, rest: `${text.slice(0, start)}${after}`.trim() }
}

/** The client states to the model where it works. */
export const workspaceIn = (content: unknown): string | null => {
  for (const text of textsOf(content)) {
    const path = /^Workspace Path: (\S.{0,4000})$/m.exec(text.slice(0, 100_000))?.[1]?.trim()
    if (path !== undefined) return path
  }
  return null
}
