import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'

const started: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A process of ours that opens in this way, once it has begun to. */
const opening = async (open: string, options = '{}') => {
  const source = `
    const { runProcess } = await import(${JSON.stringify(new URL('./run-process.ts', import.meta.url).href)})
    setInterval(() => {}, 1_000)
    await runProcess(${open}, ${options})`
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

const HANGS = `() => { ${SAYS}; return new Promise(() => {}) }`

describe('one Ctrl-C while a process starts', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)(
    'ends a server by %s, with a sentence, though what it waits for never answers',
    async (signal, expected) => {
      const { child, text } = await opening(HANGS, '{ leavesAfterMs: 2_000 }')
      child.kill(signal)
      const [code] = await once(child, 'exit')
      expect(code).toBe(expected)
      expect(text()).toContain('The start did not come to its end within 2 seconds')
    },
    60_000,
  )

  test('lets work that is no server come to its end, however long it takes', async () => {
    const { child, text } = await opening(`async () => {
      ${SAYS}
      await new Promise((resolve) => setTimeout(resolve, 9_000))
      process.stdout.write('all is done\\n')
      return { close: async () => {} }
    }`)
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect([code, text()]).toEqual([0, 'opens\nall is done\n'])
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
