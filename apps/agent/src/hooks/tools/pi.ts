import { ownFile } from '../edits/own-file.ts'
import { onPosix, type ToolHooks } from '../edits/tool-plan.ts'
import { piExtension } from './pi-extension.ts'

/** Hooks are an extension, which is a file of ours. Pi reads no settings of MCP servers in all of its versions, so none are written. */
export const piHooks: ToolHooks = (setting) => {
  const { home, variables, join, project, shim, platform } = setting
  const own = variables.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent')
  const folder = project === undefined ? own : join(project, '.pi')
  return {
    home: own,
    edits: [
      ownFile({
        path: join(folder, 'extensions', 'teamlore.js'),
        text: piExtension(shim, platform),
      }),
    ],
    notes: onPosix(
      setting,
      project === undefined ? [] : ['Pi loads it once you trust the project there.'],
    ),
  }
}
