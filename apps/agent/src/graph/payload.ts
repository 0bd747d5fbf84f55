import { createHash } from 'node:crypto'
import { CODE_GRAPH_LIMITS, type CodeGraphFile } from '@teamlore/shared/code'
import type { CodeFile } from './reading/graph.types.ts'

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

/** What leaves the machine of a file: its path, what it imports, and hashes. Names of definitions go as hashes too. */
export const payloadOf = ({ symbols, ...file }: CodeFile): CodeGraphFile => ({
  ...file,
  imports: file.imports.slice(0, CODE_GRAPH_LIMITS.maxImports),
  symbols: symbols.slice(0, CODE_GRAPH_LIMITS.maxSymbols).map(({ name, start, end, hash }) => ({
    name: shortHash(name),
    hash,
    start,
    end,
  })),
})

export const digestOf = (file: CodeGraphFile): string => shortHash(JSON.stringify(file))

/** Files of one request; with their JSON around them they stay within what a server takes. */
export const partsOf = (files: readonly CodeGraphFile[]): CodeGraphFile[][] => {
  const parts: CodeGraphFile[][] = [[]]
  let room = CODE_GRAPH_LIMITS.partChars
  for (const file of files) {
    const chars = JSON.stringify(file).length
    if (chars > room || (parts.at(-1)?.length ?? 0) >= CODE_GRAPH_LIMITS.maxFiles) {
      parts.push([])
      room = CODE_GRAPH_LIMITS.partChars
    }
    parts.at(-1)?.push(file)
    room -= chars
  }
  return parts
}
