import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'teamlore-reports-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('the runtime of the local model reports nothing, and keeps no id of the machine', async () => {
  const embedder = JSON.stringify(new URL('./create-local-embedder.ts', import.meta.url).href)
  const script = `
    const { createLocalEmbedder } = await import(${embedder})
    const embedder = createLocalEmbedder()
    const [vector] = await embedder.embed(['tide'], { mode: 'query' })
    await embedder.close()
    console.log(vector.length)`
  const tsx = import.meta.resolve('tsx')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', tsx, '--input-type=module', '--eval', script],
    { env: { PATH: process.env['PATH'], HOME: home, TMPDIR: home, NODE_ENV: 'test' } },
  )
  expect(Number(stdout)).toBeGreaterThan(0)
  // It begins to report by making itself an id there.
  expect(
    readdirSync(join(home), { recursive: true }).filter((one) =>
      /microsoft|onnx/i.test(String(one)),
    ),
  ).toEqual([])
})
