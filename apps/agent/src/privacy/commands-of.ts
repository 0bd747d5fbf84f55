import { fieldsOf, folderOf, isCommandField, type Json, MAX_DEPTH } from './call-fields.ts'
import { lineOf, partsOf } from './command-parts.ts'
import { changesFolder, folderOfPart, programOf } from './command-program.ts'
import { withinFolder } from './folder-paths.ts'

type Command = { text: string; folder: string }
type Where = { name: string; folder: string; depth: number }

/** The commands that a call runs, each with the folder it says it runs in. */
export const commandsOf = (input: Json): Command[] =>
  commandsWithin(input, { name: '', folder: '', depth: 0 })

/** Folders that commands of a call run in, as far as it tells; empty for the one the call is made in. */
export const foldersRunIn = (input: Json): string[] =>
  commandsOf(input).flatMap(({ text, folder }) =>
    partsOf(text)
      .filter((part) => programOf(part).program !== '' && !changesFolder(part))
      .map(folderOfPart)
      .map((one) => (one === '' ? folder : (withinFolder(folder, one)[0] ?? one))),
  )

const commandsWithin = (value: Json, { name, folder, depth }: Where): Command[] => {
  if (depth > MAX_DEPTH || value === null) return []
  if (typeof value === 'string') return isCommandField(name) ? commandOf(value, name, folder) : []
  if (typeof value !== 'object') return []
  if (!Array.isArray(value)) {
    const fields = fieldsOf(value)
    const own = folderOf(fields)
    const inner = own === '' ? folder : (withinFolder(folder, own)[0] ?? own)
    return fields.flatMap(([key, item]) =>
      commandsWithin(item, { name: key, folder: inner, depth: depth + 1 }),
    )
  }
  // ["bash", "-lc", "cat .env"]
  if (name !== '' && isCommandField(name) && value.every((item) => typeof item === 'string'))
    return [{ text: lineOf(value), folder }]
  return value.flatMap((item) => commandsWithin(item, { name, folder, depth: depth + 1 }))
}

/** A patch is no command; of code only what stands in quotes may be a path. */
const commandOf = (text: string, name: string, folder: string): Command[] => {
  if (/^(?:patch|diff)$/.test(name) || /^\s*(?:\*\*\* Begin Patch|diff --git |--- )/.test(text))
    return []
  return [{ text: name === 'code' ? lineOf(['node', '-e', text]) : text, folder }]
}
