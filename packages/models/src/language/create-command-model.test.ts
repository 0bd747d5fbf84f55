import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commandWords } from './command-words.ts'
import { createLanguageModel } from './create-language-model.ts'
import { languageEnv, languageSettingsOf } from './language-env.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command model-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const schema = z.object({ findings: z.array(z.object({ title: z.string() })) })
const ASKED = { system: 'Be brief.', prompt: 'What was found? $(id)', schema, maxOutputTokens: 500 }

const open = (script: string, timeoutMs = 10_000) => {
  const file = join(folder, 'answer.mjs')
  writeFileSync(file, script)
  const command = `"${process.execPath}" "${file}"`
  const asked = { LLM_PROVIDER: 'command', LLM_MODEL: 'house', LLM_COMMAND: command }
  const { model } = languageSettingsOf(z.object(languageEnv).parse(asked), process.env)
  if (model === undefined) throw new Error('A command is a model.')
  return createLanguageModel({ ...model, timeoutMs })
}
const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

describe('a model behind a command', () => {
  test('gets the prompt on its standard input, and answers in the shape that was asked for', async () => {
    const seen = join(folder, 'seen')
    const model = open(`import { readFileSync, writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(seen)}, readFileSync(0))
      console.log('Here you are:\\n\`\`\`json\\n{"findings":[{"title":"One"}]}\\n\`\`\`')`)
    const { value, usage } = await model.generate(ASKED)
    expect(value).toEqual({ findings: [{ title: 'One' }] })
    expect(usage.inputTokens).toBeGreaterThan(10)
    const prompt = readFileSync(seen, 'utf8')
    expect(prompt).toContain('Be brief.')
    expect(prompt).toContain('What was found? $(id)')
    expect(prompt).toContain('"findings"')
  })

  test('sees nothing of the settings of the server', async () => {
    process.env['DATABASE_URL'] ??= 'postgres://secret'
    const model = open(
      `console.log(JSON.stringify({ findings: [{ title: String(process.env.DATABASE_URL) }] }))`,
    )
    expect((await model.generate(ASKED)).value).toEqual({ findings: [{ title: 'undefined' }] })
  })

  test.each([
    ['console.log("Sure!")', 'malformed'],
    ['console.log(JSON.stringify({ findings: "none" }))', 'malformed'],
    ['process.exit(3)', 'unreachable'],
    ['setInterval(() => {}, 1000)', 'unreachable'],
  ])('that runs %s fails as %s', async (script, failure) => {
    const error = await failureOf(open(script, 1_500).generate(ASKED))
    expect(error).toMatchObject({ name: 'LanguageModelError', failure })
  })

  test('that is not there fails, and one that is aborted says so', async () => {
    const config = {
      provider: 'command',
      model: 'x',
      command: '/no/such',
      environment: {},
      timeoutMs: 1_000,
    } as const
    const gone = createLanguageModel(config)
    expect(await failureOf(gone.generate(ASKED))).toMatchObject({ failure: 'unreachable' })
    const hanging = open('setInterval(() => {}, 1000)')
    const asked = hanging.generate({ ...ASKED, signal: AbortSignal.timeout(100) })
    expect(await failureOf(asked)).toMatchObject({ name: 'TimeoutError' })
  })
})

test('a command is split into words, and quotes keep them together', () => {
  expect(commandWords(`/opt/ask --model "big one" 'a b' c`)).toEqual([
    '/opt/ask',
    '--model',
    'big one',
    'a b',
    'c',
  ])
})
