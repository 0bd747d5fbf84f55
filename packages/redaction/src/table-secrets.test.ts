import { describe, expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

const redacted = (text: string): string => redactSecrets(text).text
const mark = '[REDACTED:table]'

describe('a table of text', () => {
  test('loses what stands beneath the name of a secret, in every row', () => {
    expect(redacted('user,password,note\nada,Falke-739!,x1\nbob,"Anker_21?",x2\n')).toBe(
      `user,password,note\nada,${mark},x1\nbob,"${mark}",x2\n`,
    )
  })

  test('ends at the first line with another number of columns', () => {
    const text = 'user,password\nada\nbob,Falke-739!\n'
    expect(redacted(text)).toBe(text)
  })

  test('is one within JSON, with tabs and behind numbers of lines as well', () => {
    const table = (value: string) => `    1→user\tpassword\n    2→ada\t${value}\n`
    const within = (text: string) => JSON.stringify({ stdout: text })
    expect(redacted(table('Falke-739!'))).toBe(table(mark))
    expect(redacted(within(table('Falke-739!')))).toBe(within(table(mark)))
  })

  test.each([
    'user, password\nada, Falke-739!\n',
    'import { user,password\n} from "./login2"\n',
    'user,password\nada,hash(x1)\n',
    'model,output_tokens\nshop-large-2,4521\n',
    'user,password_hash\nada,9f8a1c3e2b7d40569f8a1c3e2b7d4056\n',
  ])('is none, or holds no secret: %j', (text) => {
    expect(redacted(text)).toBe(text)
  })
})
