import { defaultWorld, PERSONAL_KEY, startFakeServer } from './fake-server.ts'
import { createTestCli } from './test-cli.ts'

/** A server and a `lore` that is logged in there. */
export const openLoggedInCli = async () => {
  const server = await startFakeServer()
  const cli = createTestCli()
  const { code, stderr } = await cli.run(['login', '--server', server.url, '--key', PERSONAL_KEY])
  if (code !== 0) throw new Error(stderr)
  return {
    server,
    cli,
    run: cli.run,
    /** Gives each test the same world to begin with. */
    reset: (): void => {
      Object.assign(server.world, defaultWorld())
      server.failures.clear()
      server.asked.length = 0
    },
    close: async (): Promise<void> => {
      cli.dispose()
      await server.close()
    },
  }
}

export type LoggedInCli = Awaited<ReturnType<typeof openLoggedInCli>>
