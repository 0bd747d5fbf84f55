import { expect, test } from 'vitest'
import { repositoryName } from './repository-name.ts'

test('a repository without a remote is named by the beginning of its first commit, any other as it is', () => {
  expect(repositoryName('2efb16ac7f32cf765bc2e78c356cfaa3da012aeb')).toBe(
    'the repository that begins with commit 2efb16a',
  )
  expect(repositoryName('example.com/acme/shop')).toBe('example.com/acme/shop')
})
