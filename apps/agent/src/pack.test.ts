import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the folder of the agent is no package, and npm says how to make one', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  expect(status).not.toBe(0)
  expect(stdout + stderr).toContain('npm run pack:agent')
})
