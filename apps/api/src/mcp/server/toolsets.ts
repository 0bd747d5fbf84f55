import { unknownToolset } from '../../errors/request.errors.ts'
import type { Tool } from '../tool.ts'
import { blameTool } from '../tools/blame.tool.ts'
import { changesTool } from '../tools/changes.tool.ts'
import { contextTool } from '../tools/context.tool.ts'
import { getTool } from '../tools/get.tool.ts'
import { getLinkedSessionsTool } from '../tools/get-linked-sessions.tool.ts'
import { getSessionTool } from '../tools/get-session.tool.ts'
import { handoverTool } from '../tools/handover.tool.ts'
import { homeTool } from '../tools/home.tool.ts'
import { listSessionsTool } from '../tools/list-sessions.tool.ts'
import { rememberTool } from '../tools/remember.tool.ts'
import { searchTool } from '../tools/search.tool.ts'
import { timelineTool } from '../tools/timeline.tool.ts'
import { updateTool } from '../tools/update.tool.ts'
import { whyTool } from '../tools/why.tool.ts'

/** In the order tools are listed, which does not change: clients cache it. */
const TOOLSETS: Record<string, readonly Tool[]> = {
  core: [
    searchTool,
    timelineTool,
    getTool,
    contextTool,
    whyTool,
    listSessionsTool,
    getSessionTool,
    rememberTool,
    handoverTool,
    updateTool,
    getLinkedSessionsTool,
    blameTool,
    changesTool,
  ],
  // What a person looks at in the morning; agents at work do not pay for it.
  home: [homeTool],
}

/** Tools of a lorebook: made of its schema, so they are no list (lorebook/book-toolset.ts). */
const LOREBOOK = 'lorebook'
const NAMES = [...Object.keys(TOOLSETS), LOREBOOK]

/** @throws RequestError `mcp.unknown_toolset` */
const askedOf = (toolsets: string | null, unasked: readonly string[]): ReadonlySet<string> => {
  const names = (toolsets ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const asked = new Set(names.length === 0 ? unasked : names)
  const unknown = [...asked].filter((name) => !NAMES.includes(name))
  if (unknown.length > 0)
    throw unknownToolset({
      message: `There is no toolset named ${unknown.map((name) => `"${name.slice(0, 40)}"`).join(', ')}. There is: ${NAMES.join(', ')}.`,
    })
  return asked
}

/**
 * Tools of `?toolsets=a,b`; of `core` when nothing is asked for.
 * @throws RequestError `mcp.unknown_toolset`
 */
export const toolsOf = (toolsets: string | null): readonly Tool[] => {
  const asked = askedOf(toolsets, ['core'])
  return Object.entries(TOOLSETS).flatMap(([name, tools]) => (asked.has(name) ? tools : []))
}

/** Whether the tools of the team's lorebook come with them: by themselves, or because they are asked for. */
export const withLorebook = (toolsets: string | null): boolean =>
  askedOf(toolsets, [LOREBOOK]).has(LOREBOOK)
