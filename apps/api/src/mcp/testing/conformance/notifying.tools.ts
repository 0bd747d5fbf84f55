import { setTimeout as pause } from 'node:timers/promises'
import type { McpServer } from '@modelcontextprotocol/server'
import { textAnswer } from './content.tools.ts'

/** Between two notifications of one call, so that they cannot arrive as one piece. */
const APART_MS = 50

const LOGGED = ['Tool execution started', 'Tool processing data', 'Tool execution completed']
const PROGRESS = [0, 50, 100]

/** Tools that send something while they are at work. */
export const registerNotifyingTools = (server: McpServer): void => {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs three lines on its way.' },
    async ({ mcpReq }) => {
      for (const line of LOGGED) {
        await mcpReq.log('info', line)
        await pause(APART_MS)
      }
      return textAnswer('Three lines were logged.')
    },
  )
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports its progress in three steps, where the caller wants it.' },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of PROGRESS) {
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await pause(APART_MS)
      }
      return textAnswer('All steps are done.')
    },
  )
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs a line, which goes to those alone who asked for its level.' },
    async ({ mcpReq }) => {
      await mcpReq.log('info', 'A line.')
      return textAnswer('A line was logged.')
    },
  )
}
