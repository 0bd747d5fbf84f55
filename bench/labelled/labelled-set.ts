import { FRESH_LOOK_ALIKES_OF_BLOCKS, LOOK_ALIKES_OF_BLOCKS } from './blocks.ts'
import { type Context, HELD_CONTEXTS, TUNED_CONTEXTS } from './contexts.ts'
import { diceOf } from './dice.ts'
import { EVERYDAY_LOOK_ALIKES } from './everyday-look-alikes.ts'
import { FRESH_LOOK_ALIKES_OF_EXPORTS, LOOK_ALIKES_OF_EXPORTS } from './exported-secrets.ts'
import {
  FOREIGN_LANGUAGE_LOOK_ALIKES,
  FRESH_FOREIGN_LANGUAGE_LOOK_ALIKES,
} from './foreign-language-secrets.ts'
import { FRESH_EVERYDAY_LOOK_ALIKES } from './fresh-everyday-look-alikes.ts'
import { FRESH_LOOK_ALIKES } from './fresh-look-alikes.ts'
import { FRESH_LOOK_ALIKES_OF_LOGINS } from './fresh-look-alikes-of-logins.ts'
import { FRESH_LOOK_ALIKES_OF_HANDED, LOOK_ALIKES_OF_HANDED } from './handed-secrets.ts'
import { LOOK_ALIKES_OF_LOGINS } from './login-secrets.ts'
import { LOOK_ALIKES, type LookAlike, NO_LONGER_HELD } from './look-alikes.ts'
import {
  FRESH_LOOK_ALIKES_OF_EVERYDAY,
  LOOK_ALIKES_OF_EVERYDAY,
} from './look-alikes-of-everyday.ts'
import { LOOK_ALIKES_OF_POSITIONS } from './look-alikes-of-positions.ts'
import { PLACED_KINDS } from './placed-secrets.ts'
import { FRESH_LOOK_ALIKES_OF_QUOTED, LOOK_ALIKES_OF_QUOTED } from './quoted-secrets.ts'
import { LOOK_ALIKES_OF_SENTENCES } from './sentence-secrets.ts'
import { SHAPED_KINDS } from './shaped-secrets.ts'
import { FRESH_LOOK_ALIKES_OF_TABLES, LOOK_ALIKES_OF_TABLES } from './tables.ts'
import { LOOK_ALIKES_OF_VARIABLES } from './variables.ts'
import { LOOK_ALIKES_OF_WRITTEN } from './written-secrets.ts'

/** Rules are changed with `tuned` in view; `held` only shows how well that carries over. */
export type Half = 'tuned' | 'held'

export type Positive = {
  half: Half
  kind: string
  context: string
  before: string
  secret: string
  after: string
}
export type Negative = { half: Half; family: string; text: string }

const HALVES: readonly Half[] = ['tuned', 'held']
const PER_KIND_AND_HALF = 3
const PER_LOOK_ALIKE = 5

/** Every third kind of key stands in the half that is held back alone, so that half also has kinds never tuned on. */
const isHeldAlone = (index: number): boolean => index % 3 === 2

const shapedPositives = (): Positive[] =>
  SHAPED_KINDS.flatMap(({ kind, variable, make }, index) =>
    HALVES.flatMap((half) => {
      if (half === 'tuned' && isHeldAlone(index)) return []
      const contexts = half === 'tuned' ? TUNED_CONTEXTS : HELD_CONTEXTS
      return Array.from({ length: PER_KIND_AND_HALF }, (_, n): Positive => {
        const { name, around } = contexts[(index + 3 * n) % contexts.length] as Context
        const [before, after] = around(variable)
        const secret = make(diceOf(`${kind} ${half} ${n}`))
        // A key of several lines stands escaped where its surroundings are one line.
        const isOneLine = /^[^\n]*$/.test(before + after)
        const written = isOneLine ? secret.replaceAll('\n', '\\n') : secret
        return { half, kind, context: name, before, secret: written, after }
      })
    }),
  )

const placedPositives = (): Positive[] =>
  PLACED_KINDS.flatMap(({ kind, make, tuned, held }) =>
    HALVES.flatMap((half) =>
      (half === 'tuned' ? tuned : held).flatMap((template, index) =>
        [0, 1].map((n): Positive => {
          const [before = '', after = ''] = template.split('§')
          const secret = make(diceOf(`${kind} ${half} ${index} ${n}`))
          return { half, kind, context: 'own', before, secret, after }
        }),
      ),
    ),
  )

/** Texts with one secret each. */
export const labelledSecrets = (): Positive[] => [...shapedPositives(), ...placedPositives()]

/** Texts without any. Every second maker stands in the half that is held back. */
export const labelledLookAlikes = (): Negative[] => [
  ...LOOK_ALIKES.flatMap((maker, n) => textsOf(maker, `own ${n}`, n % 2 === 0 ? 'tuned' : 'held')),
  ...NO_LONGER_HELD.flatMap((maker, n) => textsOf(maker, `once held ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_POSITIONS.flatMap((maker, n) => textsOf(maker, `position ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_VARIABLES.flatMap((maker, n) => textsOf(maker, `variable ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_WRITTEN.flatMap((maker, n) => textsOf(maker, `written ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_BLOCKS.flatMap((maker, n) => textsOf(maker, `block ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_LOGINS.flatMap((maker, n) => textsOf(maker, `login ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_SENTENCES.flatMap((maker, n) => textsOf(maker, `told ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_TABLES.flatMap((maker, n) => textsOf(maker, `table ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_EXPORTS.flatMap((maker, n) => textsOf(maker, `export ${n}`, 'tuned')),
  ...FOREIGN_LANGUAGE_LOOK_ALIKES.flatMap((maker, n) => textsOf(maker, `elsewhere ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_HANDED.flatMap((maker, n) => textsOf(maker, `handed ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_QUOTED.flatMap((maker, n) => textsOf(maker, `quoted ${n}`, 'tuned')),
  ...LOOK_ALIKES_OF_EVERYDAY.flatMap((maker, n) => textsOf(maker, `everyday ${n}`, 'tuned')),
  ...EVERYDAY_LOOK_ALIKES.flatMap((maker, n) => textsOf(maker, `everyday text ${n}`, 'tuned')),
  ...FRESH_EVERYDAY_LOOK_ALIKES.flatMap((maker, n) =>
    textsOf(maker, `fresh everyday text ${n}`, 'held'),
  ),
  ...FRESH_LOOK_ALIKES_OF_EVERYDAY.flatMap((maker, n) =>
    textsOf(maker, `fresh everyday ${n}`, 'held'),
  ),
  ...FRESH_LOOK_ALIKES_OF_QUOTED.flatMap((maker, n) => textsOf(maker, `fresh quoted ${n}`, 'held')),
  ...FRESH_FOREIGN_LANGUAGE_LOOK_ALIKES.flatMap((maker, n) =>
    textsOf(maker, `fresh elsewhere ${n}`, 'held'),
  ),
  ...FRESH_LOOK_ALIKES_OF_HANDED.flatMap((maker, n) => textsOf(maker, `fresh handed ${n}`, 'held')),
  ...FRESH_LOOK_ALIKES_OF_TABLES.flatMap((maker, n) => textsOf(maker, `fresh table ${n}`, 'held')),
  ...FRESH_LOOK_ALIKES.flatMap((maker, n) => textsOf(maker, `fresh ${n}`, 'held')),
  ...FRESH_LOOK_ALIKES_OF_EXPORTS.flatMap((maker, n) =>
    textsOf(maker, `fresh export ${n}`, 'held'),
  ),
  ...FRESH_LOOK_ALIKES_OF_LOGINS.flatMap((maker, n) => textsOf(maker, `fresh login ${n}`, 'held')),
  ...FRESH_LOOK_ALIKES_OF_BLOCKS.flatMap((maker, n) => textsOf(maker, `fresh block ${n}`, 'held')),
]

/** Different ones: a maker that throws no dice makes one. */
const textsOf = ({ family, make }: LookAlike, name: string, half: Half): Negative[] => {
  const texts = Array.from({ length: PER_LOOK_ALIKE }, (_, n) => make(diceOf(`${name} ${n}`)))
  return [...new Set(texts)].map((text) => ({ half, family, text }))
}
