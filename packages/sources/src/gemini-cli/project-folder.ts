import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { readJsonBeside } from '../shared/read-document.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import type { ChatHead, ChatMessage } from './chat-record.ts'

/**
 * The folder a chat was held in. The chat itself names only a hash of it: newer versions keep the path beside the chats,
 * or in a list of all projects; else a folder the chat mentions must have that hash.
 */
export const projectFolder = async (
  path: string,
  head: ChatHead,
  messages: readonly ChatMessage[],
): Promise<string | null> => {
  const project = projectOf(path)
  const written =
    project && (await readFile(join(project, '.project_root'), 'utf8').catch(() => ''))
  if (written && written.trim() !== '') return written.trim().slice(0, 4_096)
  const listed = project === null ? {} : await listOf(dirname(dirname(project)))
  const slug = project === null ? null : basename(project)
  const bySlug = Object.entries(listed).find(([, name]) => name === slug)?.[0]
  if (bySlug !== undefined) return bySlug
  const mentioned = [...textsOf(head.directories), ...foldersIn(messages)]
  const hashes = new Set([head.projectHash, slug])
  const known = [...Object.keys(listed), ...mentioned].find((folder) => hashes.has(hashOf(folder)))
  return (known ?? mentioned[0] ?? null)?.slice(0, 4_096) ?? null
}

/** `<project>/chats/…`; null where the chat does not lie in such a folder. */
const projectOf = (path: string): string | null => {
  const folders = dirname(path).split(sep)
  const at = folders.lastIndexOf('chats')
  return at > 0 ? folders.slice(0, at).join(sep) : null
}

const listOf = async (root: string): Promise<Record<string, unknown>> => {
  const { projects } = fieldsOf<{ projects?: unknown }>(
    await readJsonBeside(join(root, 'projects.json')),
  )
  return isObject(projects) ? { ...projects } : {}
}

const hashOf = (folder: string): string => createHash('sha256').update(folder).digest('hex')

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string')

/** `/directory show` prints the folders into the chat. */
const foldersIn = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap(({ type, content }) => {
    if (type !== 'info' || typeof content !== 'string') return []
    if (!content.startsWith('Current workspace directories')) return []
    return [...content.matchAll(/^\s*- (.{1,4096})$/gm)].map((match) => match[1] ?? '')
  })
