import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'

const started: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A process of ours that opens in this way, once it has begun to. */
const opening = async (open: string) => {
  const source = `
    const { runProcess } = await import(${JSON.stringify(new URL('./run-process.ts', import.meta.url).href)})
    setInterval(() => {}, 1_000)
    await runProcess(${open})`
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', source],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += String(chunk)
    })
  await expect.poll(() => text, { timeout: 30_000 }).toContain('opens')
  return { child, text: () => text }
}

const SAYS = "process.stdout.write('opens\\n')"

describe('one Ctrl-C while a process starts', () => {
  test('ends it, with a sentence, though what it waits for never answers', async () => {
    const { child, text } = await opening(`() => { ${SAYS}; return new Promise(() => {}) }`)
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(130)
    expect(text()).toContain('The start did not come to its end within 8 seconds')
  }, 60_000)

  test('closes in order what was open by then', async () => {
    const { child, text } = await opening(`async () => {
      ${SAYS}
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { close: async () => { process.stdout.write('closed') } }
    }`)
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect([code, text()]).toEqual([0, 'opens\nclosed'])
  }, 60_000)
})
