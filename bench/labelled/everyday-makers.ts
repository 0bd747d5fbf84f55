import type { Dice } from './dice.ts'

const WORDS = ['kestrel', 'Bramble', 'juniper', 'Saffron', 'otter', 'Pelican', 'tundra'] as const

/** 256 bits in base64url, as invitations have them. */
export const ownCode = (d: Dice): string => `${d.of('url', 42)}${d.of('mixed', 1)}`

const letters = (d: Dice): string =>
  Array.from({ length: 4 }, () => d.pick([...'BCDFGHJKLMNPQRSTVWXZ'])).join('')
export const shortCode = (d: Dice): string => `${letters(d)}-${letters(d)}`

export const bootstrap = (d: Dice): string =>
  `${d.of('lower', 4)}${d.of('digits', 2)}.${d.of('lower', 12)}${d.of('digits', 4)}`

export const key = (d: Dice): string => `${d.of('mixed', 30)}x7Qz`

export const codedKey = (d: Dice): string => btoa(key(d))

/** As people make one up. */
export const chosen = (d: Dice): string =>
  d.pick([
    `${d.pick(WORDS)}-${d.pick(WORDS)}-${d.of('digits', 2)}`,
    `${d.pick(WORDS)}.${d.pick(WORDS)}${d.of('digits', 2)}`,
    `Kranich${d.of('digits', 3)}!`,
    `${d.of('mixed', 9)}4Tz9q`,
    `${d.of('mixed', 5)}#${d.of('mixed', 4)}7k`,
  ])

/** What a blob says, or nothing that is a text. */
export const codedSecret = (d: Dice): string =>
  btoa(
    d.pick([
      chosen(d),
      `${d.pick(WORDS)}:${d.of('mixed', 12)}4x`,
      `{"client_secret":"${key(d)}"}`,
      Array.from({ length: 32 }, () => String.fromCharCode(128 + d.int(128))).join(''),
    ]),
  )
