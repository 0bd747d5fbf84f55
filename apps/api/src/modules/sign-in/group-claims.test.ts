import { expect, test } from 'vitest'
import { groupsIn } from './group-claims.ts'

test.each<[string, Record<string, unknown>, string, string[] | undefined]>([
  ['a list', { groups: ['platform', 'dev'] }, 'groups', ['platform', 'dev']],
  ['one group as a word', { groups: ' platform ' }, 'groups', ['platform']],
  [
    'a word that is no list, whatever is in it',
    { groups: 'CN=dev,platform' },
    'groups',
    ['CN=dev,platform'],
  ],
  ['no group', { groups: '' }, 'groups', []],
  ['a claim that lies in another', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  ['a word that lies deep', { a: { b: { c: 'x' } } }, 'a.b.c', ['x']],
  [
    'a claim named by an address',
    { 'https://acme.test/groups': ['a'] },
    'https://acme.test/groups',
    ['a'],
  ],
  ['the claim of that very name first', { 'a.b': ['x'], a: { b: ['y'] } }, 'a.b', ['x']],
  ['what is no text left out', { groups: ['a', 1, null, { b: 1 }] }, 'groups', ['a']],
  ['nothing said', {}, 'groups', undefined],
  ['nothing said at the end of a way', { a: { b: 1 } }, 'a.b.c', undefined],
  ['a number', { groups: 5 }, 'groups', undefined],
  ['what every object has', { a: {} }, 'a.constructor.name', undefined],
])('groups: %s', (_what, claims, name, groups) => {
  expect(groupsIn(claims, name)).toEqual(groups)
})

test('no more than a thousand are taken', () => {
  const groups = Array.from({ length: 1_500 }, (_, at) => `g${at}`)
  expect(groupsIn({ groups }, 'groups')).toHaveLength(1_000)
})
