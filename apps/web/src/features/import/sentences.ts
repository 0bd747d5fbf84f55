import type { ImportTranscriptResponse } from '@teamlore/shared'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'

type Imported = ImportTranscriptResponse['sessions'][number]

/** What became of one session of a file, in the order in which somebody wants to know it. */
export const outcomeOf = (session: Imported): string => {
  const { created, inserted_messages, updated_messages, total_messages } = session
  // Somebody else made the credential of this browser: it does not learn what was there before.
  if (session.visibility === null) return `Taken, with ${count(total_messages, 'message')}.`
  if (created) return `New, with ${count(total_messages, 'message')}.`
  const changes = [
    inserted_messages > 0 ? `${count(inserted_messages, 'new message')}` : '',
    updated_messages > 0 ? `${count(updated_messages, 'message')} with more in it` : '',
  ].filter((part) => part !== '')
  if (changes.length === 0)
    return `Nothing new: all ${count(total_messages, 'message')} were here already.`
  return `Was here already; ${changes.join(' and ')}, ${total_messages} in all.`
}

/** What of it was left out, and what was taken out; empty when nothing was. */
export const lossesOf = (session: Imported): string => {
  const { bad_lines, redactions, server_redactions } = session
  const kinds = Object.entries(redactions).sort(([, a], [, b]) => b - a)
  const secrets = kinds.reduce((sum, [, n]) => sum + n, server_redactions)
  const named = [
    ...kinds.map(([kind, n]) => `${plainLine(kind)} ${n}`),
    ...(server_redactions > 0 ? [`by your team’s rules ${server_redactions}`] : []),
  ]
  return [
    secrets > 0 ? `${count(secrets, 'secret')} taken out (${named.join(', ')}).` : '',
    bad_lines > 0 ? `${count(bad_lines, 'line')} left out: not readable.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** What of a file of several sessions was none. */
export const skippedOf = ({ skipped }: ImportTranscriptResponse): string =>
  skipped.length === 0
    ? ''
    : `${count(skipped.length, 'other part')} of the file ${skipped.length === 1 ? 'is' : 'are'} no session: ${plainLine(skipped[0] ?? '')}${skipped.length > 1 ? ', and the like' : ''}.`
