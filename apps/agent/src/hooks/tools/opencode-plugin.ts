import { OWN_FILE_MARK } from '../own-file.ts'

/**
 * One file for every OpenCode. Version 2 takes an object alone, with `id` and `setup`. Version 1 calls `server` of it since
 * 1.3.4; before, it called whatever was exported, and did not start over an object. From 1.18 it calls `setup` besides, without
 * sessions or events to listen to.
 */
export const openCodePlugin = (
  shim: string,
  platform: NodeJS.Platform,
): string => `// ${OWN_FILE_MARK}; \`lore hooks uninstall\` takes it away.
// Gives each session what is known about its project, and tells Teamlore when a session rests. Never fails, never waits long.
import { execFile } from 'node:child_process'

const SHIM = ${JSON.stringify(platform === 'win32' ? `"${shim}"` : shim)}

const call = (event, cwd, session) =>
  new Promise((resolve) => {
    try {
      const options = { cwd, timeout: 1000, windowsHide: true, shell: ${platform === 'win32'} }
      const child = execFile(SHIM, [event, 'opencode'], options, (error, stdout) => resolve(error ? '' : stdout))
      child.on('error', () => resolve(''))
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(JSON.stringify({ session_id: session }))
    } catch {
      resolve('')
    }
  })

const project = (folder) => {
  const briefs = new Map()
  return {
    brief: (session = '') => {
      if (!briefs.has(session)) briefs.set(session, call('start', folder, session))
      return briefs.get(session)
    },
    forget: (session) => briefs.delete(session),
    rests: () => void call('end', folder),
  }
}

// OpenCode 1
const server = async ({ directory, worktree }) => {
  const { brief, forget, rests } = project(directory ?? worktree)
  return {
    'experimental.chat.system.transform': async (input, output) => {
      const text = await brief(input?.sessionID)
      if (text) output?.system?.push(text)
    },
    event: async ({ event }) => {
      if (event?.type === 'session.deleted') forget(event.properties?.info?.id)
      if (event?.type === 'session.idle') rests()
    },
  }
}

// OpenCode 2
const ENDS = ['succeeded', 'failed', 'interrupted'].map((how) => 'session.execution.' + how)

const listen = async (events, folder, { forget, rests }) => {
  for await (const { type, data, location } of events) {
    if (location && location.directory !== folder) continue
    if (type === 'session.deleted') forget(data?.sessionID)
    if (ENDS.includes(type)) rests()
  }
}

const setup = async ({ location, session, event }) => {
  try {
    const known = project(location.directory)
    await session.hook('context', async ({ sessionID, system }) => {
      const text = await known.brief(sessionID)
      if (text) system?.push({ type: 'text', text })
    })
    const events = event.subscribe()[Symbol.asyncIterator]()
    listen({ [Symbol.asyncIterator]: () => events }, location.directory, known).catch(() => undefined)
    return () => void events.return?.()
  } catch {
    // OpenCode 1 has no such sessions and events, and \`server\` does the work there. Whatever else it is, nobody is kept waiting.
  }
}

// OpenCode before 1.3.4 calls what is exported. It was built with Bun 1.3.11 at most, OpenCode 2 is with a newer one, if any.
const bun = globalThis.Bun?.version ?? '9'
const isCalled = bun.localeCompare('1.3.12', 'en', { numeric: true }) < 0

export default isCalled ? server : { id: 'teamlore', setup, server }
`
