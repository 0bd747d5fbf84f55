import { plainLine, shorten, shortPath } from '../../../lib/format/plain-text.ts'
import { lookUp } from '../../../lib/look-up.ts'

/** What a tool does, as far as its sign and the way its input is shown are concerned. */
export type ToolKind =
  | 'run'
  | 'read'
  | 'edit'
  | 'write'
  | 'find'
  | 'web'
  | 'agent'
  | 'plan'
  | 'other'

export type ToolCallDescription = {
  kind: ToolKind
  /** Name of the tool as it is shown. */
  name: string
  /** One line: the path, the command, the question. Empty when the input says nothing that fits one. */
  summary: string
}

type Input = Readonly<Record<string, unknown>>

const KINDS: Record<string, ToolKind> = {
  apply_patch: 'edit',
  applypatch: 'edit',
  bash: 'run',
  bashoutput: 'run',
  codebase_search: 'find',
  create_file: 'write',
  delegate: 'agent',
  edit: 'edit',
  edit_file: 'edit',
  exec_command: 'run',
  execute_command: 'run',
  fetch: 'web',
  file_search: 'find',
  find: 'find',
  glob: 'find',
  google_web_search: 'web',
  grep: 'find',
  grep_search: 'find',
  killshell: 'run',
  list_directory: 'find',
  local_shell: 'run',
  ls: 'find',
  multiedit: 'edit',
  notebookedit: 'edit',
  read: 'read',
  read_file: 'read',
  read_many_files: 'read',
  replace: 'edit',
  run_shell_command: 'run',
  run_terminal_cmd: 'run',
  search: 'find',
  search_file_content: 'find',
  search_replace: 'edit',
  shell: 'run',
  str_replace: 'edit',
  str_replace_editor: 'edit',
  task: 'agent',
  agent: 'agent',
  todowrite: 'plan',
  todoread: 'plan',
  update_plan: 'plan',
  view: 'read',
  web_fetch: 'web',
  web_search: 'web',
  webfetch: 'web',
  websearch: 'web',
  write: 'write',
  write_file: 'write',
  write_stdin: 'run',
}

const PATH_LIMIT = 90
const LINE_LIMIT = 140

/**
 * The name and one line of a tool call, whatever tool of whatever coding tool it was. Paths below `folder` (where the
 * session ran) are shown from there.
 */
export const describeToolCall = (
  name: string,
  input: unknown,
  folder: string | null = null,
): ToolCallDescription => {
  const values = folder === null ? inputOf(input) : belowFolder(inputOf(input), folder)
  const kind = lookUp(KINDS, name.toLowerCase().replace(/-/g, '_')) ?? 'other'
  return { kind, name: displayName(name), summary: summaryOf(kind, values, input) }
}

const inputOf = (input: unknown): Input => {
  if (isRecord(input)) return input
  if (typeof input !== 'string') return {}
  // Some tools record their arguments as a JSON text.
  try {
    const parsed: unknown = JSON.parse(input)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const belowFolder = (values: Input, folder: string): Input =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? fromFolder(value, folder) : value,
    ]),
  )

const fromFolder = (path: string, folder: string): string => {
  if (path === folder) return '.'
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}

/** `mcp__github__create_issue` → `github · create_issue`. */
const displayName = (name: string): string => {
  const parts = /^mcp__(.+?)__(.+)$/.exec(name)
  return shorten(plainLine(parts ? `${parts[1]} · ${parts[2]}` : name), 60) || 'tool'
}

const summaryOf = (kind: ToolKind, values: Input, input: unknown): string => {
  switch (kind) {
    case 'run':
      return commandOf(values)
    case 'read':
    case 'edit':
    case 'write':
      return pathOf(values) || patchPath(values, input) || firstLine(values)
    case 'find':
      return findOf(values)
    case 'web':
      return line(values, ['url', 'query', 'prompt'])
    case 'agent':
      return line(values, ['description', 'prompt', 'task', 'message'])
    case 'plan':
      return planOf(values)
    case 'other':
      return pathOf(values) || firstLine(values)
  }
}

const text = (values: Input, keys: readonly string[]): string => {
  for (const key of keys) {
    const value = values[key]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return ''
}

const line = (values: Input, keys: readonly string[]): string =>
  shorten(plainLine(text(values, keys)), LINE_LIMIT)

const PATH_KEYS = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'target_file',
  'notebook_path',
  'filename',
  'file',
] as const

const pathOf = (values: Input): string => shortPath(text(values, PATH_KEYS), PATH_LIMIT)

/** The whole path a call is about, unshortened; undefined when it is about none. */
export const filePathOf = (input: unknown): string | undefined =>
  text(inputOf(input), PATH_KEYS) || undefined

const commandOf = (values: Input): string => {
  const command = values['command'] ?? values['cmd']
  if (Array.isArray(command)) {
    // `["bash", "-lc", "npm test"]` is how some tools start a shell.
    const words = command.filter((word) => typeof word === 'string')
    const script = /^(ba|z)?sh$/.test(words[0] ?? '') && words.length === 3 ? words[2] : undefined
    return shorten(plainLine(script ?? words.join(' ')), LINE_LIMIT)
  }
  return line(values, ['command', 'cmd', 'script', 'bash_id', 'shell_id', 'chars', 'description'])
}

const findOf = (values: Input): string => {
  const what = line(values, ['pattern', 'query', 'glob', 'regex'])
  const where = pathOf(values)
  if (what === '') return where
  return where === '' || where === '.' ? what : `${what} in ${where}`
}

const patchPath = (values: Input, input: unknown): string => {
  const patch = text(values, ['patch', 'input', 'diff']) || (typeof input === 'string' ? input : '')
  const path = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(patch)?.[1]
  return path === undefined ? '' : shortPath(path, PATH_LIMIT)
}

const planOf = (values: Input): string => {
  const steps = values['todos'] ?? values['plan']
  if (!Array.isArray(steps)) return firstLine(values)
  const done = steps.filter((step) => isRecord(step) && step['status'] === 'completed').length
  return `${done} of ${steps.length} done`
}

/** The first short text of an input of a tool that is not known. */
const firstLine = (values: Input): string => {
  const first = Object.values(values).find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? shorten(plainLine(first), LINE_LIMIT) : ''
}
