import { createHash } from 'node:crypto'
import type { ImportedLink } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { linksWithoutSecrets } from './redact-records.ts'

const TOKEN = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')
const link = (type: ImportedLink['type'], target: string): ImportedLink => ({
  type,
  target,
  linked_at: null,
})
const left = (type: ImportedLink['type'], target: string): number =>
  linksWithoutSecrets([link(type, target)]).length

describe('links of another program', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('stay where they name a commit (%i)', (n) => {
    const hash = createHash('sha1').update(`commit ${n}`).digest('hex')
    expect(left('commit', hash)).toBe(1)
    expect(left('commit', hash.slice(0, 12))).toBe(1)
  })

  test.each([
    ['branch', 'main'],
    ['branch', 'feature/TIDES-12_harbour.v2'],
    ['branch', 'привет/мир'],
    ['remote', 'https://code.example.com/harbour/tides/pull/12'],
    ['remote', 'git@code.example.com:harbour/tides.git'],
  ] as const)('stay where they name a %s: %s', (type, target) => {
    expect(left(type, target)).toBe(1)
  })

  test.each([
    ['commit', 'the one with the tides'],
    ['branch', 'The password of the harbour is kept elsewhere.'],
    ['branch', `deploy/${TOKEN}`],
    ['branch', 'password=Tr0ub4dor-and-3'],
    ['branch', `${'long '.repeat(200)}${TOKEN}`],
    ['remote', `https://ana:${TOKEN}@code.example.com/tides.git`],
    ['remote', `https://code.example.com/tides?token=${TOKEN}`],
    ['remote', 'somewhere else'],
  ] as const)('are none where a %s is somebody’s words or holds a secret: %s', (type, target) => {
    expect(left(type, target)).toBe(0)
  })
})
