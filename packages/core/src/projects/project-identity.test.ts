import { type MachineId, storableText } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identifyProject, projectFilter } from './project-identity.ts'
import { parseRemoteUrl } from './remote-url.ts'

const machineId = 'mac_1' as MachineId
const identityOf = (remote_url: string | null, root_commit: string | null = null) =>
  identifyProject({ remote_url, root_commit, root_path: '/home/ann/work/parser' }, machineId)

describe('a remote URL', () => {
  test('names one repository however it is spelled', () => {
    const spellings = [
      'https://github.com/Acme/Parser.git',
      'https://github.com/acme/parser',
      'http://github.com/acme/parser/',
      'https://user:secret@github.com/acme/parser.git',
      'https://ghp_token@GitHub.com:443/acme/parser.git',
      'git@github.com:acme/parser.git',
      'ssh://git@github.com/acme/parser.git',
      'ssh://git@github.com:22/acme/parser.git',
      'git+ssh://git@github.com/acme/parser',
      'git://github.com/acme//parser.git',
      'github.com:acme/parser',
      '  git@github.com:/acme/parser.git ',
    ]
    expect(new Set(spellings.map((url) => parseRemoteUrl(url)?.identity))).toEqual(
      new Set(['github.com/acme/parser']),
    )
  })

  test('keeps no credentials', () => {
    const remote = parseRemoteUrl('https://ann:hunter2@git.acme.test/team/parser.git')
    expect(remote).toEqual({
      identity: 'git.acme.test/team/parser',
      url: 'https://git.acme.test/team/parser',
      name: 'team/parser',
    })
    expect(JSON.stringify(parseRemoteUrl('ann:hunter2@git.acme.test:team/parser'))).not.toContain(
      'hunter2',
    )
  })

  test('distinguishes upper from lower case where the host may', () => {
    expect(parseRemoteUrl('https://git.acme.test/Team/Parser')?.identity).toBe(
      'git.acme.test/Team/Parser',
    )
  })

  test('meets over ssh and web when the ssh port is an odd one, but two web ports are two servers', () => {
    expect(parseRemoteUrl('ssh://git@git.acme.test:2222/a/b.git')?.identity).toBe(
      'git.acme.test/a/b',
    )
    expect(parseRemoteUrl('https://git.acme.test/a/b')?.identity).toBe('git.acme.test/a/b')
    expect(parseRemoteUrl('https://git.acme.test:8443/a/b')?.identity).toBe(
      'git.acme.test:8443/a/b',
    )
  })

  test('that only means something on one machine is none', () => {
    for (const path of [
      '/srv/git/parser.git',
      '../parser',
      'file:///srv/git/parser',
      'C:\\git\\parser',
      'C:/git/parser',
      '',
      'https://',
      'https://host-only',
    ]) {
      expect([path, parseRemoteUrl(path)]).toEqual([path, undefined])
    }
  })

  test.each(['00:!', 'ssh://00/!', '0x7f.1:repo', 'ssh://1.2.3.4./a'])(
    'is spelled as the web spells its host: %s',
    (text) => {
      const remote = parseRemoteUrl(text)
      expect(remote).toBeDefined()
      expect(parseRemoteUrl(remote?.url ?? '')?.identity).toBe(remote?.identity)
    },
  )

  test.each([
    ['file:%00', 'file/%00'],
    ['https://git.acme.test/a%00b', 'git.acme.test/a%00b'],
    ['git@git.acme.test:team/a\0b.git', 'git.acme.test/team/a%00b'],
    ['https://git.acme.test/a%0d%0ab', 'git.acme.test/a%0D%0Ab'],
    ['https://git.acme.test/a/%2f%2e%2e/b', 'git.acme.test/a/b'],
    ['https://git.acme.test/%ff%00', 'git.acme.test/%ff%00'],
    ['https://git.acme.test/%', 'git.acme.test/%'],
    ['git@git.acme.test:half\ud800', 'git.acme.test/half\ufffd'],
  ])('keeps what no text holds as it is spelled: %j', (text, identity) => {
    const remote = parseRemoteUrl(text)
    expect(remote?.identity).toBe(identity)
    expect(parseRemoteUrl(remote?.url ?? '')?.identity).toBe(identity)
  })

  test('may be anything at all', () => {
    const anything = fc.string({ unit: 'binary' })
    const encoded = fc
      .array(fc.oneof(fc.constantFrom('%00', '%ff', '%', '%0a', '%2f%2e%2e', '%25'), anything))
      .map((parts) => `https://git.acme.test/${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(anything, encoded, fc.webUrl()), (text) => {
        const remote = parseRemoteUrl(text)
        if (remote === undefined) return
        expect(storableText(remote.identity)).toBe(remote.identity)
        expect(storableText(remote.name)).toBe(remote.name)
        expect(parseRemoteUrl(remote.url)?.identity).toBe(remote.identity)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a project', () => {
  test('is known by its remote, else its first commit, else its folder on this machine', () => {
    const commit = 'a'.repeat(40)
    expect(identityOf('git@github.com:acme/parser.git', commit)).toEqual({
      identity: 'git:github.com/acme/parser',
      name: 'acme/parser',
      remoteUrl: 'https://github.com/acme/parser',
      rootCommit: commit,
    })
    expect(identityOf(null, commit)).toMatchObject({ identity: `root:${commit}`, name: 'parser' })
    expect(identityOf('/srv/git/parser.git')).toMatchObject({
      identity: 'path:mac_1:/home/ann/work/parser',
      name: 'parser',
      remoteUrl: null,
    })
  })

  test('has an identity short enough to be indexed, whatever its name', () => {
    const long = identityOf(`https://git.acme.test/${'x'.repeat(1_900)}`).identity
    expect(Buffer.byteLength(long)).toBeLessThan(1_100)
    const deep = { remote_url: null, root_commit: null, root_path: `/${'é'.repeat(4_000)}` }
    expect(Buffer.byteLength(identifyProject(deep, machineId).identity)).toBeLessThan(1_100)
    expect(identifyProject({ ...deep, root_path: 'C:\\work\\parser\\' }, machineId).name).toBe(
      'parser',
    )
  })

  test('can be asked for by any spelling of its remote', () => {
    expect(projectFilter('git@github.com:Acme/parser.git')?.identity).toBe(
      'git:github.com/acme/parser',
    )
    expect(projectFilter('github.com/acme/parser')?.identity).toBe('git:github.com/acme/parser')
    expect(projectFilter('parser')).toEqual({ value: 'parser', identity: null })
    expect(projectFilter(undefined)).toBeUndefined()
  })
})
