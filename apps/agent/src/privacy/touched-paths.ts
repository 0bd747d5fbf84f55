import { fieldsOf, folderOf, isCommandField, type Json, jsonIn, MAX_DEPTH } from './call-fields.ts'
import { withinFolder } from './folder-paths.ts'

/** Fields in which coding tools name the file a call is about, letters alone and small. */
const PATH_FIELD =
  /^(?:absolute|relative|target|source|old|new|notebook)?(?:file)?(?:path|name|uri)s?$|^(?:target)?files?$|^relativeworkspacepath$|^effectiveuri$/
const MAX_PATCH_CHARS = 100_000

/** Paths of files that a call says in fields of their own, or in a patch, that it reads or writes. */
export const pathsTouchedBy = (input: Json): string[] => pathsOf(input, '', 0)

const pathsOf = (value: Json, name: string, depth: number): string[] => {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object')
    return typeof value === 'string' ? pathsOfText(value, name, depth) : []
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, name, depth + 1))
  const fields = fieldsOf(value)
  const folder = folderOf(fields)
  const paths = fields.flatMap(([key, item]) => pathsOf(item, key, depth + 1))
  return [...paths, ...paths.flatMap((path) => withinFolder(folder, path))]
}

const pathsOfText = (text: string, name: string, depth: number): string[] => {
  if (PATH_FIELD.test(name)) return [pathOf(text)]
  const inner = depth > 0 ? jsonIn(text) : undefined
  if (inner !== undefined) return pathsOf(inner, '', depth + 1)
  return isCommandField(name) ? pathsOfPatch(text) : []
}

const pathOf = (value: string): string => {
  if (!value.startsWith('file://')) return value
  try {
    return decodeURIComponent(value.replace(/^file:\/\/(?:localhost)?/, ''))
  } catch {
    return value
  }
}

const pathsOfPatch = (text: string): string[] => {
  const patch = text.slice(0, MAX_PATCH_CHARS)
  return [
    ...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,500})$/gm),
    ...patch.matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]{1,500})/gm),
  ].flatMap(([, path]) => (path === undefined ? [] : [path.trim()]))
}
