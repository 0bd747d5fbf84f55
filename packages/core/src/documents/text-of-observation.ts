import type { Claim } from '@teamlore/shared'
import { ownTitle } from '@teamlore/shared/own-title'
import { lines, list } from '../text/lines.ts'

type ObservationParts = {
  type: string
  topic: string
  claim: Claim | null
  title: string
  subtitle: string
  narrative: string
  facts: readonly string[]
  concepts: readonly string[]
  filesModified: readonly string[]
  filesRead: readonly string[]
}

/** An observation as its reader opens it. */
export const textOfObservation = (observation: ObservationParts): string => {
  const about = ownTitle(observation.topic, observation.title)
  return lines([
    `${observation.type}: ${observation.title}`,
    about && `About: ${about}`,
    ownTitle(observation.subtitle, observation.title),
    ownTitle(observation.narrative, observation.title),
    ...claimLines(observation),
    list('Facts', observation.facts),
    observation.concepts.length > 0 && `Concepts: ${observation.concepts.join(', ')}`,
    list('Files modified', observation.filesModified),
    list('Files read', observation.filesRead),
  ])
}

/** What the narrative leaves out of the statement, its reason and what was turned down. */
const claimLines = ({ claim, narrative, facts }: ObservationParts): (string | false)[] => {
  if (claim === null) return []
  const said = [narrative, ...facts].join('\n')
  return [
    !said.includes(claim.statement) && claim.statement,
    claim.reason !== '' && !said.includes(claim.reason) && `Because: ${claim.reason}`,
    list(
      'Rejected',
      claim.rejected.filter((one) => !said.includes(one)),
    ),
  ]
}
