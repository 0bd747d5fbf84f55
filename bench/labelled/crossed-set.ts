import { diceOf } from './dice.ts'
import type { Positive } from './labelled-set.ts'
import { PLACED_KINDS } from './placed-secrets.ts'
import { SHAPED_KINDS } from './shaped-secrets.ts'
import { type Parts, WRAPPINGS } from './wrappings.ts'

/** Every kind of secret in every wrapping. Rules are changed with all of these in view. */
export const crossedSecrets = (): Positive[] =>
  WRAPPINGS.flatMap(({ name, wrap }) =>
    bareSecrets(name).map(
      ({ kind, parts }): Positive => ({ half: 'tuned', kind, context: name, ...wrap(parts) }),
    ),
  )

/** With other dice for every wrapping. */
const bareSecrets = (name: string): { kind: string; parts: Parts }[] => [
  ...SHAPED_KINDS.map(({ kind, make }) => ({
    kind,
    parts: { before: '', secret: make(diceOf(`${kind} ${name}`)), after: '' },
  })),
  ...PLACED_KINDS.flatMap(({ kind, make, tuned, held }) =>
    [...tuned, ...held].map((template, index) => {
      const [before = '', after = ''] = template.split('§')
      return { kind, parts: { before, secret: make(diceOf(`${kind} ${name} ${index}`)), after } }
    }),
  ),
]
