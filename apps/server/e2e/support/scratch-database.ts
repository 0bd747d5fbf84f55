import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** An empty database on the test server, as a first start in production finds it. */
export const createScratchDatabase = async () => {
  const base = process.env['TEST_DATABASE_URL']
  if (!base) throw new Error('TEST_DATABASE_URL is not set')
  const name = `teamlore_e2e_${randomBytes(6).toString('hex')}`
  const admin = postgres(base, { max: 1, onnotice: () => {} })
  await admin`CREATE DATABASE ${admin(name)}`
  const url = new URL(base)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`
      await admin.end()
    },
  }
}
