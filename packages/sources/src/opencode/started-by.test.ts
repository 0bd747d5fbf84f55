import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createOpenCodeSource } from './opencode.source.ts'
import { type FixtureSession, forge, text, user, writeTree } from './testing/make-store.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const deny = (permission: string) => ({ permission, action: 'deny', pattern: '*' })
const RUN = [deny('question'), deny('plan_enter'), deny('plan_exit')]
const ONCE = forge.messages.slice(0, 2)

let trees = 0

/** Who started it, and how many prompts are a person's; in a tree of its own. */
const read = async (session: FixtureSession) => {
  const root = join(folder.path, String(trees++))
  writeTree(root, session)
  const source = createOpenCodeSource({ home: '/nowhere', platform: 'linux', variables: {} })
  const path = join(root, `session/global/${session.id}.json`)
  const outcome = await source.read([{ path, part: session.id }])
  if (outcome.status !== 'session') throw new Error(outcome.reason)
  const prompts = outcome.session.messages.filter(({ kind }) => kind === 'human')
  return [outcome.session.started_by ?? 'person', prompts.length]
}

test('a session of `opencode run` is a program’s', async () => {
  const info = { ...forge.info, permission: RUN }
  expect(await read({ ...forge, info, messages: ONCE })).toEqual(['program', 0])
})

test('and a person’s where there is another prompt, or only some rule that denies', async () => {
  const info = { ...forge.info, permission: RUN }
  const more = [...ONCE, user('msg_9', 9_000, text('And now?'))]
  expect(await read({ ...forge, info, messages: more })).toEqual(['person', 2])
  const other = { ...forge.info, permission: [deny('bash')] }
  expect(await read({ ...forge, info: other, messages: ONCE })).toEqual(['person', 1])
  expect(await read({ ...forge, messages: ONCE })).toEqual(['person', 1])
})
