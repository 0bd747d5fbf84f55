import { describe, expect, test } from 'vitest'
import { createClient, type LoreClient } from './create-client.ts'

const report = {
  project: { id: 'prj_1', name: 'harbour', sources: [] },
  items: [],
  left_out: 0,
  sessions: [],
  commits: { asked: 0, known: 0, linked: 0 },
  files_without_lines: 0,
}
const words = { changed: ['tide'], kept: [] }
const file = { path: 'a.ts', status: 'modified', hunks: null } as const

/** A server of before that refuses what it does not know, as it does. */
const olderServer = (issues: object[]) => {
  const bodies: unknown[] = []
  const client = createClient({
    baseUrl: 'https://lore.test',
    fetch: async (_url, { body }) => {
      bodies.push(JSON.parse(String(body)))
      const error = { code: 'request.invalid', message: 'no', details: { issues } }
      return String(body).includes('"words"')
        ? Response.json({ error }, { status: 400 })
        : Response.json(report)
    },
  })
  const ask = () =>
    client.changeReport({ project: 'harbour', files: [{ ...file, words }, file] }).then(
      () => 'answered',
      (error: Error) => error.message,
    )
  return { bodies, ask }
}

const unknown = (path: string, names: string) => ({
  path,
  message: `there is no field ${names} here: leave it out`,
})

describe('a field that a request can do without', () => {
  test('is left out where a server that is older refuses it, and all else is sent as it was', async () => {
    const { bodies, ask } = olderServer([unknown('body.files.0', '"words"')])
    expect(await ask()).toBe('answered')
    expect(bodies).toEqual([
      { project: 'harbour', files: [{ ...file, words }, file] },
      { project: 'harbour', files: [file, file] },
    ])
  })

  test.each([
    ['something else is refused as well', [unknown('body.files.0', '"words", "tide"')]],
    ['another field of this name is', [unknown('body', '"words"')]],
    ['its value is', [{ path: 'body.files.0.words', message: 'is too long' }]],
    ['nothing is named', []],
  ])('is not left out where %s', async (_, issues) => {
    const { bodies, ask } = olderServer(issues)
    expect(await ask()).toBe('no')
    expect(bodies).toHaveLength(1)
  })

  test.each([
    [
      'a question',
      (client: LoreClient) => client.context({ project: 'harbour', split: true }),
      ['split', '?project=harbour&split=true', '?project=harbour'],
    ],
    [
      'a query',
      (client: LoreClient) => client.why({ project: 'harbour', path: 'a.ts', exact: true }),
      ['exact', '?project=harbour&path=a.ts&exact=true', '?project=harbour&path=a.ts'],
    ],
  ] as const)('is left out of %s, too', async (_, ask, [name, first, second]) => {
    const asked: string[] = []
    const client = createClient({
      baseUrl: 'https://lore.test',
      fetch: async (url) => {
        asked.push(new URL(String(url)).search)
        const issues = [unknown('query', `"${name}"`)]
        const error = { code: 'request.invalid', message: 'no', details: { issues } }
        return Response.json({ error }, { status: 400 })
      },
    })
    await expect(ask(client)).rejects.toThrow('no')
    expect(asked).toEqual([first, second])
  })
})
