import type { FileEntry } from './file-index.ts'
import type { ToolFigures } from './import.types.ts'

type Held = Pick<FileEntry, 'counts'>

/** Counts for each tool by itself, so that it shows when one of them is read worse than before. */
export const createToolTally = () => {
  const files = new Map<string, Set<string>>()
  const badLines = new Map<string, number>()
  return {
    /** A store of many sessions is one file, however often it is looked at. */
    file: (tool: string, path: string): void => {
      const paths = files.get(tool) ?? new Set()
      files.set(tool, paths.add(path))
    },
    /** Of all tools. */
    files: (): number => [...files.values()].reduce((sum, { size }) => sum + size, 0),
    badLines: (tool: string, count: number): void => {
      badLines.set(tool, (badLines.get(tool) ?? 0) + count)
    },
    /** `held` is by tool and native id, with a line end between. */
    figures: (held: ReadonlyMap<string, Held>): ToolFigures[] => {
      const tools = new Map<string, ToolFigures>()
      for (const [tool, paths] of files)
        tools.set(tool, { ...none(tool), files: paths.size, badLines: badLines.get(tool) ?? 0 })
      for (const [session, { counts }] of held) {
        const tool = session.slice(0, session.indexOf('\n'))
        tools.set(tool, added(tools.get(tool) ?? none(tool), counts))
      }
      return [...tools.values()].sort((a, b) => (a.tool < b.tool ? -1 : 1))
    },
  }
}

const none = (tool: string): ToolFigures => ({
  tool,
  files: 0,
  sessions: 0,
  messages: 0,
  prompts: 0,
  edits: 0,
  outputTokens: 0,
  badLines: 0,
})

const added = (figures: ToolFigures, counts: Held['counts']): ToolFigures => ({
  ...figures,
  sessions: figures.sessions + 1,
  messages: figures.messages + counts.messages,
  prompts: figures.prompts + counts.prompts,
  edits: figures.edits + counts.edits,
  outputTokens: figures.outputTokens + counts.output_tokens,
})
