import type { Block } from '@teamlore/shared'
import { HANDLE, TYPED } from './answers.ts'
import { jsonIn } from './call-fields.ts'
import type { Leaving } from './leaving.types.ts'
import { withoutQuotedFiles } from './quoted-files.ts'
import { pathsTouchedBy } from './touched-paths.ts'

type Text = Extract<Block, { type: 'text' }>
type Other = Extract<Block, { type: 'other' }>

const TYPED_COMMAND =
  /^(?:! |<user_shell_command>\s*<command>|I ran the following shell command:\s*`{3,}\w*\n)([\s\S]{1,4000})/

/** What is said: with files in it, or as the answer to something that was left out. */
export const leaveText = (block: Text, leaving: Leaving): Text | undefined => {
  const { noteFor, calls, cwd } = leaving
  const note =
    noteForTyped(block.text, leaving) ??
    calls.get(answeredBy(block.text)) ??
    noteFor(pathsTouchedBy(jsonIn(block.text) ?? null), cwd)?.note
  if (note !== undefined) return { ...block, text: note }
  const text = withoutQuotedFiles(block.text, (path) => noteFor([path], cwd)?.note)
  return text === undefined ? undefined : { ...block, text }
}

/** Whose call a text answers: what an agent found that was sent out. */
const answeredBy = (text: string): string =>
  /<tool-use-id>([^<\n]{1,300})<\/tool-use-id>/.exec(text)?.[1] ?? HANDLE

const noteForTyped = (
  text: string,
  { kind, calls, cwd, noteForCall, noteCall }: Leaving,
): string | undefined => {
  const typed = TYPED_COMMAND.exec(text)?.[1]
  if (typed === undefined) return kind === 'command' ? calls.get(TYPED) : undefined
  const command = typed.replace(/<\/command>[\s\S]*|\n`{3,}[\s\S]*/, '')
  const note = noteForCall({ command }, cwd)?.note
  calls.delete(TYPED)
  if (note !== undefined) noteCall(TYPED, note)
  return note
}

/** Context that a tool put in, and records of kinds not known: as texts, or as objects that name a file. */
export const leaveOther = (block: Other, { noteFor, cwd }: Leaving): Other | undefined => {
  const { raw } = block
  if (typeof raw === 'string') {
    const text = withoutQuotedFiles(raw, (path) => noteFor([path], cwd)?.note)
    return text === undefined ? undefined : { ...block, raw: text }
  }
  const left = noteFor(pathsTouchedBy(raw), cwd)
  return left === undefined
    ? undefined
    : { ...block, raw: { note: left.note, paths: left.paths.slice(0, 20) } }
}
