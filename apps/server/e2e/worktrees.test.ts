import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMachine } from './support/person.ts'
import { isRealLane } from './support/repository.ts'
import { freePort, type Spawned } from './support/spawned.ts'
import { newHome, newKey, startEmbedded } from './support/teamlore.ts'

/** Two working trees of one repository, as git makes them and as the built agent sends what is said in them. */
describe.skipIf(isRealLane)('worktrees of one repository', () => {
  const serverHome = newHome()
  const adminKey = newKey()
  const machine = openMachine()
  const { lore } = machine
  let server: Spawned
  let client: ReturnType<typeof createClient>
  /** Of the project of the repository. */
  let id: string

  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: join(machine.home, 'harbour'),
      stdio: 'ignore',
    })
  const captured = async (): Promise<Record<string, number>> => {
    await machine.capture()
    const { items } = await client.projects.list({ limit: 50 })
    return Object.fromEntries(items.map(({ name, sessions }) => [name, sessions]))
  }

  beforeAll(async () => {
    const port = await freePort()
    server = startEmbedded({
      home: serverHome,
      port,
      adminKey,
      env: { EMBEDDING_PROVIDER: 'none' },
    })
    await server.says(/Teamlore is ready at/)
    const url = `http://localhost:${port}`
    client = createClient({ baseUrl: url, key: adminKey })
    mkdirSync(join(machine.home, 'harbour'))
    git('init', '-b', 'main')
    git('commit', '--allow-empty', '-m', 'first')
    git('worktree', 'add', '-b', 'next', join(machine.home, 'harbour-next'))
    const login = await lore.run('login', '--server', url, '--key', adminKey)
    expect(login.code, login.output).toBe(0)
  })
  afterAll(async () => {
    await server?.stop('SIGTERM')
    machine.dispose()
    rmSync(serverHome, { recursive: true, force: true })
  })

  test('are one project, until it keeps them apart', async () => {
    machine.write('harbour', 'Where do berths begin?', 'In the east.')
    expect(await captured()).toEqual({ harbour: 1 })
    machine.write('harbour-next', 'And in the new harbour?', 'In the west.')
    expect(await captured()).toEqual({ harbour: 2 })

    const [harbour] = (await client.projects.list({ limit: 1 })).items
    id = harbour?.id ?? ''
    await client.projects.set(id, { keeps_worktrees_apart: true })
    machine.write('harbour-next', 'Is it deep enough?', 'At high water.')
    machine.write('harbour', 'And here?', 'Always.')
    expect(await captured()).toEqual({ harbour: 3, 'harbour (harbour-next)': 1 })
    const shown = await lore.run('projects', 'show', 'harbour (harbour-next)')
    expect(shown.output).toContain('A folder of harbour, which is set for both.')
  })

  test('are one again for what comes when they are put together', async () => {
    await client.projects.set(id, { keeps_worktrees_apart: false })
    machine.write('harbour-next', 'How wide is the gate?', 'Nine metres.')
    expect(await captured()).toEqual({ harbour: 4, 'harbour (harbour-next)': 1 })
  })
})
