import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OwnAgentError } from './own-agent-error.ts'
import { runTool } from './run-tool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-tool-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: string, more: Partial<Parameters<typeof runTool>[0]> = {}) =>
  runTool({
    file: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: folder,
    timeoutMs: 20_000,
    ...more,
  })

test('a tool that ends gives what it printed, and its code', async () => {
  const ran = await run("process.stdout.write('a\\nb'); console.error('c'); process.exitCode = 3")
  expect(ran).toEqual({ code: 3, stdout: 'a\nb', stderr: 'c\n' })
})

test('one that does not end by itself is ended with all it started, be it deaf to the first asking', async () => {
  const mark = join(folder, 'still-here')
  const child = `setTimeout(() => require('fs').writeFileSync(${JSON.stringify(mark)}, ''), 6000)`
  const script = `process.on('SIGTERM', () => {}); require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`
  await expect(run(script, { timeoutMs: 1_000 })).rejects.toMatchObject({ failure: 'timeout' })
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  expect(existsSync(mark)).toBe(false)
})

test('one that says on a line why it will not answer is ended there', async () => {
  const stop = new OwnAgentError('rate-limited', 'five hours')
  const onStdout = (line: string) => (line === 'limit' ? { error: stop } : undefined)
  const asked = run("console.log('limit'); setInterval(() => {}, 1000)", { onStdout })
  await expect(asked).rejects.toBe(stop)
})

test('one that is not there, and one that is stopped, say so', async () => {
  await expect(run('', { file: join(folder, 'no') })).rejects.toMatchObject({
    failure: 'not-installed',
  })
  const signal = AbortSignal.timeout(200)
  await expect(run('setInterval(() => {}, 1000)', { signal })).rejects.toMatchObject({
    failure: 'aborted',
  })
})
