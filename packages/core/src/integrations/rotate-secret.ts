import type { SystemRepositories, UnitOfWork } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { DomainError } from '../errors.ts'
import { contextOf as contextOfProvider } from '../identity/sign-in/list-providers.ts'
import { createSecretBox, type SecretBox } from '../identity/sign-in/secret-box.ts'
import { contextOf as contextOfIntegration } from './keys.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem' | 'askAsSystem'> }

/** Where texts lie that are sealed, and what each is bound to. One that is not listed would be lost by a rotation. */
export const SEALED_COLUMNS = [
  {
    name: 'sign-in provider',
    rowsOf: (repositories: SystemRepositories) => repositories.signInProviders,
    contextOf: contextOfProvider,
  },
  {
    name: 'code host',
    rowsOf: (repositories: SystemRepositories) => repositories.allIntegrations,
    contextOf: contextOfIntegration,
  },
] as const

export type Rotated = {
  /** Sealed anew by this run. */
  rotated: number
  /** Were sealed with the new secret already, by a run before or since. */
  done: number
  /** Open with neither: they could not be read before either. */
  unreadable: { name: string; id: string }[]
}

/**
 * Seals everything with another secret. One transaction for each team: killed in between, some teams are done, and the same
 * again does the others.
 */
export const makeRotateSecret =
  ({ unitOfWork }: Deps) =>
  async ({ from, to }: { from: string; to: string }): Promise<Rotated> => {
    const boxes = { from: createSecretBox(from), to: createSecretBox(to) }
    const teams = await unitOfWork.askAsSystem(async (repositories) => {
      const lists = SEALED_COLUMNS.map(({ rowsOf }) => rowsOf(repositories).teamsWithSealed())
      return new Set((await Promise.all(lists)).flat())
    })
    const all: Rotated = { rotated: 0, done: 0, unreadable: [] }
    for (const teamId of teams) {
      const { rotated, done, unreadable } = await unitOfWork.asSystem((repositories) =>
        rotateTeam(repositories, teamId, boxes),
      )
      all.rotated += rotated
      all.done += done
      all.unreadable.push(...unreadable)
    }
    return all
  }

const rotateTeam = async (
  repositories: SystemRepositories,
  teamId: TeamId,
  boxes: { from: SecretBox; to: SecretBox },
): Promise<Rotated> => {
  const found: Rotated = { rotated: 0, done: 0, unreadable: [] }
  for (const { name, rowsOf, contextOf } of SEALED_COLUMNS) {
    const rows = rowsOf(repositories)
    for (const { id, sealed } of await rows.lockSealed(teamId)) {
      const context = contextOf(id)
      if (opened(boxes.to, sealed, context) !== undefined) {
        found.done++
        continue
      }
      const text = opened(boxes.from, sealed, context)
      if (text === undefined) {
        found.unreadable.push({ name, id })
        continue
      }
      await rows.setSealed(id, boxes.to.seal(text, context))
      found.rotated++
    }
  }
  return found
}

/** Undefined: it was sealed with another secret, or is damaged. */
const opened = (box: SecretBox, sealed: string, context: string): string | undefined => {
  try {
    return box.open(sealed, context)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** What was done, for whoever ran it. */
export const rotationInWords = ({ rotated, done, unreadable }: Rotated): string =>
  [
    `${plural(rotated, 'secret')} sealed with the new key, ${plural(done, 'secret')} had been.`,
    ...unreadable.map(
      ({ name, id }) => `That of ${name} ${id} opens with neither key: enter it again.`,
    ),
  ].join('\n')
