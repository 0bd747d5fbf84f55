import { OWN_FILE_MARK } from '../edits/own-file.ts'
import { callShim } from './call-shim.ts'

/**
 * One file for Pi since 0.50: what it gives the model is a message of the session, as the prompt of the system would change with it
 * and lose the provider's cache. What a session has to know again after its conversation was shortened is fetched while Pi sums it up.
 */
export const piExtension = (
  shim: string,
  platform: NodeJS.Platform,
): string => `// ${OWN_FILE_MARK}; \`lore hooks uninstall\` takes it away.
// Gives each session what is known about its project, and where it stands after its conversation was shortened. Notifies Teamlore
// when a session rests. Never fails, never waits long.
${callShim('pi', shim, platform)}
// What Pi does not say, or says no more, is left out.
const idOf = (ctx) => {
  try {
    return ctx.sessionManager.getSessionId()
  } catch {
    return undefined
  }
}
const isGiven = (ctx) => {
  try {
    return ctx.sessionManager.getBranch().some(({ type, customType }) => type === 'custom_message' && customType === 'teamlore')
  } catch {
    return false
  }
}
const message = (content) => ({ customType: 'teamlore', content, display: false })

export default (pi) => {
  // A listener that fails stops nothing else.
  const on = (event, listener) => {
    try {
      pi.on(event, async (said, ctx) => {
        try {
          return await listener(said ?? {}, ctx ?? {})
        } catch {
          return undefined
        }
      })
    } catch {
      // This version of Pi does not know the event.
    }
  }
  let isDue = true

  // Who goes on with a session has its brief in it already.
  // Before 0.65 Pi calls the beginning of another session in the same program a switch or a fork.
  for (const event of ['session_start', 'session_switch', 'session_fork'])
    on(event, (_, ctx) => {
      isDue = !isGiven(ctx)
    })
  on('before_agent_start', async (_, ctx) => {
    if (!isDue) return
    isDue = false
    const text = (await call('start', ctx.cwd, { session_id: idOf(ctx), model: ctx.model?.id })).trim()
    return text ? { message: message(text) } : undefined
  })

  // While the conversation is summed up, what the session has to know again is fetched.
  on('session_before_compact', (_, ctx) => void call('compact', ctx.cwd, { session_id: idOf(ctx) }))
  // The agent may go on at once. What is not there yet, or what the project knows, goes with the next prompt.
  on('session_compact', async (_, ctx) => {
    const text = (await call('prompt', ctx.cwd, { session_id: idOf(ctx) })).trim()
    isDue = !text
    if (text) pi.sendMessage(message(text), { deliverAs: 'steer' })
  })

  // It worked on, so what was given back did not lead to the next shortening. Nobody is asked anything: it is said to be short.
  on('agent_end', (_, ctx) => {
    void call('end', ctx.cwd)
    void call('stop', ctx.cwd, { session_id: idOf(ctx), is_short: true })
  })
}
`
