import type { Block } from '@teamlore/shared'

export type ToolRole = 'read' | 'search' | 'shell' | 'edit' | 'ask' | 'task' | 'todo' | 'other'

/** A tool call reduced to what distilling asks of it, whichever coding tool made it. */
export type ToolCall = {
  id: string | null
  name: string
  role: ToolRole
  path: string | null
  command: string | null
  /** What was searched for, or a word on what the call is for. */
  detail: string | null
  /** For tools that keep a to-do list: what is on it, and what of that is not done yet. */
  todos: string[]
  pending: string[]
}

type Json = Extract<Block, { type: 'tool_call' }>['input']

const ROLES: [ToolRole, RegExp][] = [
  ['ask', /^(ask_?user(_?question)?|request_user_input|ask_followup_question|question)$/],
  ['todo', /^(todo_?write|update_plan|update_?todo(_?list)?|write_todos|todo|task_create)$/],
  ['task', /^(task|agent|dispatch_agent|spawn_agent|delegate|subagent)$/],
  ['shell', /^(bash|shell|powershell|execute_command|run_terminal_cmd|exec_command|run_command)$/],
  ['shell', /(shell|terminal|bash|stdin)/],
  ['edit', /(edit|write|patch|replace|create_file|insert)/],
  ['read', /^(read|view|open|cat|fs_read|notebook_?read)$|(read|view|open)_?(many_?)?files?/],
  ['search', /(grep|glob|search|find|codebase|list|ls)/],
]

export const roleOfTool = (name: string): ToolRole => {
  const plain = name
    .replace(/^mcp__.+__/, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
  return ROLES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other'
}

const PATH_FIELDS = [
  'file_path',
  'path',
  'filePath',
  'absolute_path',
  'target_file',
  'notebook_path',
]
const DETAIL_FIELDS = ['pattern', 'query', 'regex', 'description', 'url']

const field = (input: Json, names: readonly string[]): string | null => {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null
  for (const name of names) {
    const value = input[name]
    if (typeof value === 'string' && value.trim() !== '') return value.slice(0, 4_000)
  }
  return null
}

/** Some tools give the command as an argument vector: `["bash", "-lc", "npm test"]`. */
const commandOf = (input: Json): string | null => {
  const text = field(input, ['command', 'cmd', 'script'])
  if (text !== null || input === null || typeof input !== 'object' || Array.isArray(input))
    return text
  const vector = input['command'] ?? input['cmd']
  if (!Array.isArray(vector)) return null
  const words = vector.filter((word) => typeof word === 'string')
  const wrapped = /^-\w*c$/.test(words[1] ?? '') ? words[2] : undefined
  return (wrapped ?? words.join(' ')).slice(0, 4_000)
}

const todosOf = (input: Json): { text: string; isOpen: boolean }[] => {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return []
  const list = input['todos'] ?? input['plan'] ?? input['items']
  // Some tools add one entry a call and report its state elsewhere.
  const single = input['subject']
  if (typeof single === 'string') return [{ text: single.slice(0, 300), isOpen: false }]
  if (!Array.isArray(list)) return []
  return list.slice(0, 50).flatMap((item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return []
    const text = item['content'] ?? item['step'] ?? item['text'] ?? item['title']
    const isOpen = item['status'] !== 'completed' && item['status'] !== 'cancelled'
    return typeof text === 'string' && text.trim() !== ''
      ? [{ text: text.slice(0, 300), isOpen }]
      : []
  })
}

export const digestToolCall = (block: Extract<Block, { type: 'tool_call' }>): ToolCall => {
  const role = roleOfTool(block.name)
  const todos = role === 'todo' ? todosOf(block.input) : []
  return {
    id: block.id,
    name: block.name,
    role,
    path: field(block.input, PATH_FIELDS),
    command: role === 'shell' ? commandOf(block.input) : null,
    detail: field(block.input, DETAIL_FIELDS),
    todos: todos.map(({ text }) => text),
    pending: todos.filter(({ isOpen }) => isOpen).map(({ text }) => text),
  }
}
