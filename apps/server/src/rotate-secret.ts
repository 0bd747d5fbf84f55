import { makeRotateSecret, rotationInWords } from '@teamlore/core/sealed'
import { createUnitOfWork, openEngine } from '@teamlore/db'
import type { Config } from './env.ts'
import { openHome } from './home.ts'

/**
 * Gives the server another key for what it seals. The next key lies beside the one of now until all is sealed with it, so that
 * a run that was killed is taken up with the same one.
 */
export const rotateSecret = async (config: Config): Promise<string> => {
  if (config.signIn.secret !== undefined)
    throw new Error(
      'TEAMLORE_SECRET is set, so this server has no key of its own. Rotate that one: docs/operate.md says how.',
    )
  const home = openHome(config.home)
  const from = home.secretKey()
  const engine = await openEngine(
    config.databaseUrl === undefined
      ? { kind: 'embedded', dataDir: home.database }
      : { kind: 'postgres', url: config.databaseUrl },
  )
  try {
    await engine.migrate()
    const rotate = makeRotateSecret({ unitOfWork: createUnitOfWork(engine) })
    const rotated = await rotate({ from, to: home.nextSecretKey() })
    home.takeNextSecretKey()
    return rotationInWords(rotated)
  } finally {
    await engine.close()
  }
}
