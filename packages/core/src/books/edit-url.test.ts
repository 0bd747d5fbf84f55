import { expect, test } from 'vitest'
import { editUrlOf } from './edit-url.ts'

const urlOf = (
  home_repository: string | null,
  { branch = 'main', folder = '', file = 'notes/pier.md' }: Record<string, string | null> = {},
) => editUrlOf({ home_repository, home_branch: branch, home_folder: folder }, file)

test('each host has its own address for editing a file', () => {
  const places = [
    'github.com/acme/quay',
    'gitlab.com/acme/sub/quay',
    'bitbucket.org/acme/quay',
    'codeberg.org/acme/quay',
    'gitea.acme.example/acme/quay',
  ]
  expect(places.map((place) => urlOf(place))).toEqual([
    'https://github.com/acme/quay/edit/main/notes/pier.md',
    'https://gitlab.com/acme/sub/quay/-/edit/main/notes/pier.md',
    'https://bitbucket.org/acme/quay/src/main/notes/pier.md?mode=edit&at=main',
    'https://codeberg.org/acme/quay/_edit/main/notes/pier.md',
    'https://gitea.acme.example/acme/quay/_edit/main/notes/pier.md',
  ])
})

test('the folder of the book is part of it, and every name is encoded', () => {
  expect(
    urlOf('github.com/acme/quay', {
      branch: 'fix/50% off',
      folder: 'docs/my lore',
      file: 'a#b/what?.md',
    }),
  ).toBe('https://github.com/acme/quay/edit/fix/50%25%20off/docs/my%20lore/a%23b/what%3F.md')
})

test('there is none where the home is unknown, no branch, or at no host that is known', () => {
  expect(urlOf(null)).toBeNull()
  expect(urlOf('github.com/acme/quay', { branch: null })).toBeNull()
  expect(urlOf('github.com/acme/quay', { folder: null })).toBeNull()
  expect(urlOf('github.com/acme/quay', { file: null })).toBeNull()
  for (const place of [
    '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'laptop:/home/ann/notes',
    'git.acme.example/acme/quay',
    'github.com/acme',
    'github.com',
    'localhost/acme/quay',
  ])
    expect(urlOf(place), place).toBeNull()
})

test('a home that somebody made up leads to no other place', () => {
  for (const place of [
    'github.com:443@evil.example/a/b',
    'github.com@evil.example/a/b',
    'github.com#/a/b',
    'github.com\\evil.example/a/b',
    'javascript:alert(1)/a/b',
    'github.com/../a/b',
    'github.com//a/b',
    'github. com/a/b',
  ])
    expect(urlOf(place), place).toBeNull()
  expect(urlOf('github.com/acme/quay', { branch: '../..' })).toBeNull()
  expect(urlOf('github.com/acme/quay', { file: '../pier.md' })).toBeNull()
  expect(urlOf('github.com/acme/"><script>', {})).toBe(
    'https://github.com/acme/%22%3E%3Cscript%3E/edit/main/notes/pier.md',
  )
})
