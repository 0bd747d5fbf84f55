import { filePathOf, type ToolKind } from './describe-tool-call.ts'

/** How the input of a tool call is best shown. */
export type InputView =
  | { as: 'command'; command: string; note: string }
  | { as: 'edits'; path: string; edits: { before: string; after: string }[] }
  | { as: 'file'; path: string; text: string }
  | { as: 'path'; path: string }
  | { as: 'patch'; text: string }
  | { as: 'words'; text: string }
  | { as: 'steps'; steps: { text: string; status: string }[] }
  | { as: 'values'; json: string }

type Values = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textAt = (values: Values, ...keys: string[]): string | undefined => {
  const value = keys.map((key) => values[key]).find((each) => typeof each === 'string')
  return typeof value === 'string' ? value : undefined
}

/** Chooses the view by what the input holds; an input of no known shape is shown as it is. */
export const inputView = (kind: ToolKind, input: unknown): InputView => {
  const values = isRecord(input) ? input : {}
  const special = SPECIAL[kind]?.(values, input)
  return special ?? { as: 'values', json: JSON.stringify(input, undefined, 2) ?? '' }
}

type Chooser = (values: Values, input: unknown) => InputView | undefined

const asCommand: Chooser = (values) => {
  const command = values['command'] ?? values['cmd'] ?? values['script']
  const text = Array.isArray(command) ? command.join(' ') : command
  if (typeof text !== 'string') return undefined
  return {
    as: 'command',
    command: text,
    note: textAt(values, 'description', 'justification') ?? '',
  }
}

const asEdits: Chooser = (values, input) => {
  const path = filePathOf(input) ?? ''
  const list = Array.isArray(values['edits']) ? values['edits'] : [values]
  const edits = list.filter(isRecord).flatMap((edit) => {
    const before = textAt(edit, 'old_string', 'old_str', 'oldText', 'old_text')
    const after = textAt(edit, 'new_string', 'new_str', 'newText', 'new_text', 'new_source')
    return before === undefined && after === undefined
      ? []
      : [{ before: before ?? '', after: after ?? '' }]
  })
  if (edits.length > 0) return { as: 'edits', path, edits }
  const patch = typeof input === 'string' ? input : textAt(values, 'patch', 'diff', 'input')
  return patch === undefined ? asFile(values, input) : { as: 'patch', text: patch }
}

const asFile: Chooser = (values, input) => {
  const text = textAt(values, 'content', 'contents', 'file_text', 'text')
  return text === undefined ? undefined : { as: 'file', path: filePathOf(input) ?? '', text }
}

/** A file read whole needs no more than its path. */
const asPath: Chooser = (values, input) => {
  const path = filePathOf(input)
  return path !== undefined && Object.keys(values).length === 1 ? { as: 'path', path } : undefined
}

const asWords: Chooser = (values) => {
  const text = textAt(values, 'prompt', 'message', 'task')
  return text === undefined ? undefined : { as: 'words', text }
}

const asSteps: Chooser = (values) => {
  const list = values['todos'] ?? values['plan']
  if (!Array.isArray(list)) return undefined
  const steps = list.filter(isRecord).map((step) => ({
    text: textAt(step, 'content', 'step', 'title') ?? JSON.stringify(step),
    status: textAt(step, 'status') ?? '',
  }))
  return { as: 'steps', steps }
}

const SPECIAL: Partial<Record<ToolKind, Chooser>> = {
  run: asCommand,
  read: asPath,
  edit: asEdits,
  write: asFile,
  agent: asWords,
  plan: asSteps,
}
