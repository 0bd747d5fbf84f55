import type { SealedPlace, SystemRepositories, UnitOfWork } from '@teamlore/db'
import type { TeamId } from '@teamlore/shared'
import { plural } from '@teamlore/shared/plural'
import { DomainError } from '../errors.ts'
import { contextOf as contextOfProvider } from '../identity/sign-in/list-providers.ts'
import { createSecretBox, type SecretBox } from '../identity/sign-in/secret-box.ts'
import { contextOf as contextOfIntegration } from '../integrations/keys.ts'
import { askContext, contextOf as contextOfSlack } from '../slack/keys.ts'
import { contextOf as contextOfWebhook } from '../webhooks/signing/signature.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem' | 'askAsSystem'> }

/** What each sealed text is bound to. A place that is not listed would be lost by a rotation. */
const PLACES: Record<SealedPlace, { name: string; contextOf: (id: string) => string }> = {
  signInProvider: { name: 'sign-in provider', contextOf: contextOfProvider },
  codeHost: { name: 'code host', contextOf: contextOfIntegration },
  webhook: { name: 'webhook', contextOf: contextOfWebhook },
  formerOfWebhook: { name: 'webhook', contextOf: contextOfWebhook },
  incomingHook: { name: 'incoming hook', contextOf: contextOfWebhook },
  formerOfIncomingHook: { name: 'incoming hook', contextOf: contextOfWebhook },
  slackApp: { name: 'Slack', contextOf: contextOfSlack },
  slackAsk: { name: 'question asked in Slack', contextOf: askContext },
}
const ALL = Object.keys(PLACES) as SealedPlace[]

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
    const teams = await unitOfWork.askAsSystem(async ({ sealedColumns }) => {
      const lists = ALL.map((place) => sealedColumns.teamsWith(place))
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
  { sealedColumns }: SystemRepositories,
  teamId: TeamId,
  boxes: { from: SecretBox; to: SecretBox },
): Promise<Rotated> => {
  const found: Rotated = { rotated: 0, done: 0, unreadable: [] }
  for (const place of ALL) {
    const { name, contextOf } = PLACES[place]
    for (const { id, sealed } of await sealedColumns.lock(place, teamId)) {
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
      await sealedColumns.set(place, id, boxes.to.seal(text, context))
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
