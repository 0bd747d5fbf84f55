import { OWN_FILE_MARK } from '../edits/own-file.ts'
import { callShim } from './call-shim.ts'

/**
 * One file for every OpenCode. Version 2 takes an object alone, with `id` and `setup`. Version 1 calls `server` of it since
 * 1.3.4; before, it called whatever was exported, and did not start over an object. From 1.18 it calls `setup` besides, without
 * sessions or events to listen to.
 */
export const openCodePlugin = (
  shim: string,
  platform: NodeJS.Platform,
): string => `// ${OWN_FILE_MARK}; \`lore hooks uninstall\` takes it away.
// Gives each session what is known about its project, and notifies Teamlore when a session rests. Once a session, its agent is asked
// what it found. Never fails, never waits long.
${callShim('opencode', shim, platform)}
// As long as a transcript of work is at least. What cannot be read is not called short.
const ENOUGH = 40000
const lengthOf = (said) => {
  try {
    return JSON.stringify(said)?.length ?? ENOUGH
  } catch {
    return ENOUGH
  }
}
const listed = (answer) => (Array.isArray(answer) ? answer : answer?.data)

const project = (folder) => {
  const briefs = new Map()
  const shortened = new Set()
  return {
    // The model is that of the first request; the brief is kept for all of them, as providers keep what begins the same.
    brief: (session = '', model) => {
      if (!briefs.has(session)) briefs.set(session, call('start', folder, { session_id: session, model }))
      return briefs.get(session)
    },
    forget: (session) => briefs.delete(session),
    rests: () => void call('end', folder),
    // Whether it is to be asked now, as far as can be known before all that was said is fetched.
    isDue: async (session) => (await call('due', folder, { session_id: session })).trim() !== '',
    // What the agent is to be asked now, if anything.
    asking: async (session, said) =>
      (await call('stop', folder, { session_id: session, is_due: true, is_short: lengthOf(said) < ENOUGH })).trim(),
    // While the conversation is summed up, what the session has to know again is fetched; the next request asks for it.
    compacting: (session) => {
      shortened.add(session)
      void call('compact', folder, { session_id: session })
    },
    // Older ones say only that it is over.
    compacted: (session) => {
      if (!shortened.delete(session)) void call('compact', folder, { session_id: session })
      briefs.delete(session)
    },
  }
}

// OpenCode 1
// \`opencode run\` ends with the turn, so nobody would answer.
const isEnding = () => globalThis.process?.argv?.includes('run') ?? false

// Only who works for a person is asked, in the mode and by the model of the last prompt, and not after a failure or a break.
const ask = async (client, id, { isDue, asking }) => {
  const path = { id }
  const session = (await client.session.get({ path })).data
  if (!session || session.parentID || isEnding() || !(await isDue(id))) return
  const said = listed(await client.session.messages({ path })) ?? []
  const [prompt, answer] = ['user', 'assistant'].map((role) => said.findLast(({ info }) => info?.role === role)?.info)
  if (!prompt || !answer || answer.error) return
  const text = await asking(id, said)
  if (!text) return
  const { agent, model } = prompt
  const body = { ...(agent && { agent }), ...(model?.modelID && { model }), parts: [{ type: 'text', text, synthetic: true }] }
  await (client.session.promptAsync ?? client.session.prompt).call(client.session, { path, body })
}

const server = async ({ directory, worktree, client }) => {
  const known = project(directory ?? worktree)
  const { brief, forget, rests, compacting, compacted } = known
  return {
    'experimental.chat.system.transform': async (input, output) => {
      const text = await brief(input?.sessionID, input?.model?.id)
      if (text) output?.system?.push(text)
    },
    'experimental.session.compacting': async (input) => compacting(input?.sessionID),
    event: async ({ event }) => {
      if (event?.type === 'session.deleted') forget(event.properties?.info?.id)
      if (event?.type === 'session.compacted') compacted(event.properties?.sessionID)
      if (event?.type !== 'session.idle') return
      rests()
      ask(client, event.properties?.sessionID, known).catch(() => undefined)
    },
  }
}

// OpenCode 2
const ENDS = ['succeeded', 'failed', 'interrupted'].map((how) => 'session.execution.' + how)

const askNewer = async (session, sessionID, { isDue, asking }) => {
  const one = await session.get({ sessionID })
  if (!one || (one.data ?? one).parentID || !(await isDue(sessionID))) return
  const said = await session.messages({ sessionID }).then(listed, () => undefined)
  const text = await asking(sessionID, said)
  if (text) await session.synthetic({ sessionID, text, description: 'Teamlore asks what was found', resume: true })
}

const listen = async (events, { folder, session, known }) => {
  for await (const { type, data, location } of events) {
    if (location && location.directory !== folder) continue
    if (type === 'session.deleted') known.forget(data?.sessionID)
    if (type === 'session.compaction.started') known.compacting(data?.sessionID)
    if (type === 'session.compaction.ended') known.compacted(data?.sessionID)
    if (ENDS.includes(type)) known.rests()
    if (type === ENDS[0]) askNewer(session, data?.sessionID, known).catch(() => undefined)
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
    const heard = { [Symbol.asyncIterator]: () => events }
    listen(heard, { folder: location.directory, session, known }).catch(() => undefined)
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
