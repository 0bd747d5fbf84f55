import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLore } from './lore.ts'
import type { Page, SignInEnvironment } from './sign-in-environment.ts'

/** A machine of somebody: a home folder with a coding tool's sessions, and an agent of its own. */
export const openMachine = () => {
  const home = mkdtempSync(join(tmpdir(), 'teamlore-machine-'))
  const lore = createLore({ home })
  return {
    home,
    lore,
    /** What somebody and their coding tool said in a folder, as Claude Code writes it. */
    write: (folder: string, asked: string, answered: string): void => {
      const cwd = join(home, folder)
      const files = join(home, '.claude/projects', `-${folder}`)
      for (const path of [cwd, files]) mkdirSync(path, { recursive: true })
      const sessionId = randomUUID()
      const [first, second] = [randomUUID(), randomUUID()]
      const base = { sessionId, cwd, version: '2.1.0', gitBranch: 'main' }
      const records = [
        {
          ...base,
          type: 'user',
          uuid: first,
          parentUuid: null,
          timestamp: new Date(Date.now() - 5_000).toISOString(),
          message: { role: 'user', content: asked },
        },
        {
          ...base,
          type: 'assistant',
          uuid: second,
          parentUuid: first,
          timestamp: new Date().toISOString(),
          message: {
            id: `m-${second}`,
            role: 'assistant',
            model: 'm',
            content: [{ type: 'text', text: answered }],
          },
        },
      ]
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
      writeFileSync(join(files, `${sessionId}.jsonl`), text)
    },
    /** Lets it in by its short code, which somebody confirms in their browser. */
    connect: async (page: Page, url: string): Promise<void> => {
      const login = lore.start('login', '--server', url)
      const [shown] = await login.says(/http\S+\/device\?code=\S+/)
      await page.goto(shown)
      await page.getByRole('button', { name: 'Let it in' }).click()
      await page.getByText('is let in').waitFor()
      const code = await login.exit()
      if (code !== 0) throw new Error(login.output())
    },
    capture: async (): Promise<void> => {
      const { code, output } = await lore.run('import')
      if (code !== 0) throw new Error(output)
    },
    dispose: () => {
      lore.dispose()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export type Machine = ReturnType<typeof openMachine>

/** Comes in by an invitation and the provider, in a browser of their own. */
export const joinByProvider = async (
  stand: SignInEnvironment,
  account: string,
  role: 'owner' | 'member',
) => {
  const { url: link } = await stand.ask<{ url: string }>('POST', '/v1/team/invitations', {
    role,
    email: `${account}@example.com`,
  })
  const opened = await stand.newPage()
  await opened.page.goto(link)
  await opened.page.getByRole('button', { name: 'Join with Acme' }).click()
  await stand.passProvider(opened.page, account)
  await opened.page.waitForURL(`${stand.url}/`)
  return opened
}

/** A key of whoever is signed in in a browser, in the team that it is in. */
export const keyOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch('/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'of the test', role: 'member' }),
    })
    return ((await answer.json()) as { key: string }).key
  })
