import type { ResolvableKind, TeamRepositories } from '@teamlore/db'
import { type DomainError, defineError } from '../errors.ts'

export const idTooShort = defineError(
  'invalid',
  'id.too_short',
  'Give at least 8 characters of the id, its prefix included, such as ses_01ab.',
)

export const idAmbiguous = defineError(
  'invalid',
  'id.ambiguous',
  'Several ids begin like this; give more characters of the one you mean.',
)

const MIN_LENGTH = 8

/**
 * The whole id behind what a caller typed: an id, or the beginning of one that only one visible row has.
 *
 * @throws what `notFound` makes, `id.too_short` or `id.ambiguous`.
 */
export const resolveId = async (
  ids: TeamRepositories['ids'],
  kind: ResolvableKind,
  typed: string,
  notFound: () => DomainError,
): Promise<string> => {
  if (typed.length < MIN_LENGTH) throw idTooShort()
  const resolved = await ids.resolve(kind, typed)
  switch (resolved.found) {
    case 'one':
      return resolved.id
    case 'none':
      throw notFound()
    case 'several':
      throw idAmbiguous({ details: { examples: resolved.examples } })
  }
}
