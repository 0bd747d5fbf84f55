// What must be in place before anything of ours can run: a Node new enough and the packages of the lock file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly } from './run.mjs'
import { hashOf, isFresh, writeStamp } from './stamp.mjs'

const OLDEST = [20, 19]

export const ensureNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  process.stderr.write(
    `Teamlore needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}. Install a newer Node and start again.\n`,
  )
  process.exit(1)
}

export const ensurePackages = async () => {
  const stamp = join(root, 'node_modules', '.teamlore-installed')
  const hash = hashOf([join(root, 'package-lock.json')], process.versions.modules)
  const isThere = existsSync(join(root, 'node_modules'))
  if (isThere && isFresh(stamp, hash)) return
  await runQuietly(
    'Installing packages (once)',
    'npm',
    // `ci` empties node_modules first, which would pull the ground from under anything of ours that runs.
    [
      ...(isThere ? ['install', '--no-save'] : ['ci']),
      // Everything is built here, also where the environment says that this is production.
      '--include=dev',
      '--no-fund',
      '--no-audit',
      '--loglevel=error',
    ],
  )
  writeStamp(stamp, hash)
}

export const setUp = async () => {
  ensureNode()
  await ensurePackages()
}
