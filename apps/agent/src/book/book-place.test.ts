import { expect, test } from 'vitest'
import { placeOfBook } from './book-place.ts'

const gitSaying =
  (said: Record<string, string>) =>
  async (_: string, args: readonly string[]): Promise<string | null> =>
    said[args.join(' ')] ?? null

test('the folder of a book within its repository is named, empty where it is all of it', async () => {
  const inFolder = (prefix: string) =>
    placeOfBook('/quay/docs/lore', {
      env: {},
      git: gitSaying({ 'rev-parse --git-dir': '.git', 'rev-parse --show-prefix': prefix }),
    })
  expect(await inFolder('docs/lore/')).toMatchObject({ folder: 'docs/lore' })
  expect(await inFolder('')).toMatchObject({ folder: '' })
})

test('a folder that is in no repository has none', async () => {
  const place = await placeOfBook('/quay', { env: {}, git: gitSaying({}) })
  expect(place).not.toHaveProperty('folder')
})
