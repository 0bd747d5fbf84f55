import { expect, test } from 'vitest'
import { cosine } from './cosine.ts'
import { createFakeEmbedder } from './create-fake-embedder.ts'
import { describeEmbedderContract } from './embedder-contract.ts'

describeEmbedderContract('the fake embedder', createFakeEmbedder)
describeEmbedderContract('a fake embedder of 64 dimensions', () =>
  createFakeEmbedder({ dimensions: 64 }),
)

test('the fake ranks by shared words, word stems and parts of identifiers', async () => {
  const embedder = createFakeEmbedder()
  const documents = [
    'We retry webhook deliveries five times with backoff.',
    'The colour palette of the dashboard follows the brand guide.',
    'parseSessionHeader reads the first line of a session file.',
    'Migrations run in a transaction and take an advisory lock.',
  ]
  const stored = await embedder.embed(documents, { mode: 'document' })
  const best = async (query: string) => {
    const [asked] = await embedder.embed([query], { mode: 'query' })
    const scores = stored.map((vector) => (asked ? cosine(asked, vector) : 0))
    return scores.indexOf(Math.max(...scores))
  }
  expect(await best('how often is a webhook delivery retried')).toBe(0)
  expect(await best('brand colours')).toBe(1)
  expect(await best('where is the session header parsed')).toBe(2)
  expect(await best('is a migration transactional')).toBe(3)
})

test('the fake gives the same vector on every machine', async () => {
  const [vector] = await createFakeEmbedder({ dimensions: 8 }).embed(['Teamlore remembers'], {
    mode: 'document',
  })
  expect([...(vector ?? [])].map((value) => Number(value.toFixed(3)))).toMatchInlineSnapshot(`
    [
      0,
      -0.426,
      -0.213,
      -0.426,
      0.426,
      0.213,
      0.427,
      0.426,
    ]
  `)
})
