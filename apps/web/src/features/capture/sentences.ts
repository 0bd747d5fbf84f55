import type {
  CaptureAlarm,
  CaptureHealth,
  CaptureMachine,
  CaptureMemory,
  CaptureOverview,
  CaptureTool,
} from '@teamlore/shared'
import type { BadgeTone } from '../../components/ui/badge.tsx'
import { count, wholeNumber } from '../../lib/format/number.ts'
import { duration } from '../../lib/format/time.ts'

type State = { word: string; tone: BadgeTone; title: string }

const STATES: Record<CaptureHealth, State> = {
  ok: {
    word: 'All there',
    tone: 'ok',
    title: 'What was read is on the server and can be searched',
  },
  warning: { word: 'Look at it', tone: 'wait', title: 'Something is in the way; nothing is lost' },
  error: { word: 'Alarm', tone: 'error', title: 'Something was captured and cannot be found' },
  silent: { word: 'Silent', tone: 'wait', title: 'It has said nothing for days' },
  unknown: {
    word: 'No report',
    tone: 'plain',
    title: 'It sends sessions, but never said how capture is doing',
  },
}

export const stateOf = (health: CaptureHealth): State => STATES[health]

/** The page in one sentence. */
export const headline = ({
  alarms,
  machines,
}: CaptureOverview): { says: string; tone: 'ok' | 'wait' | 'error' } => {
  const errors = alarms.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    return {
      says: `${count(errors.length, 'alarm')}: ${errors.some(isLoss) ? 'something that was captured cannot be found.' : 'capture needs help.'}`,
      tone: 'error',
    }
  if (alarms.length > 0)
    return { says: `${count(alarms.length, 'thing')} to look at; nothing is lost.`, tone: 'wait' }
  const reporting = machines.filter(({ reported_at }) => reported_at !== null).length
  return reporting === 0
    ? { says: 'No machine has reported yet.', tone: 'wait' }
    : { says: 'What was captured has arrived and can be found.', tone: 'ok' }
}

const isLoss = ({ code }: CaptureAlarm): boolean => /_?not_(arrived|indexed)$/.test(code)

/** Whether sessions are sent by themselves, in a few words. */
export const watchWords = ({ agent }: CaptureMachine): string => {
  if (agent === null) return 'no report yet'
  return agent.watching ? 'watching' : 'not watching: imports by hand'
}

/** What became of a machine's memory files, in one line. */
export const memoryWords = ({ agent, server, not_arrived }: CaptureMemory): string =>
  [
    agent === null ? '' : `${wholeNumber(agent.files)} seen`,
    `${wholeNumber(server.files)} held`,
    agent !== null && agent.waiting > 0 ? `${wholeNumber(agent.waiting)} waiting` : '',
    agent !== null && agent.quarantined > 0 ? `${wholeNumber(agent.quarantined)} quarantined` : '',
    not_arrived > 0 ? `${wholeNumber(not_arrived)} missing` : '',
    server.not_indexed > 0 ? `${wholeNumber(server.not_indexed)} not searchable` : '',
    agent !== null && agent.left_out > 0
      ? `${wholeNumber(agent.left_out)} kept back by choice`
      : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

export type Figure = { name: string; value: string; tone?: 'wait' | 'error'; title?: string }

/** What became of a tool's messages, in the order they go their way. */
export const figuresOf = ({ agent, server, not_arrived, lag_seconds }: CaptureTool): Figure[] => {
  const here = (value: number | undefined) => (value === undefined ? '–' : wholeNumber(value))
  return [
    { name: 'Files', value: here(agent?.files), title: 'Files in which sessions were seen' },
    { name: 'Sessions', value: here(agent?.sessions ?? server.sessions) },
    { name: 'Read', value: here(agent?.messages), title: 'Messages read on the machine' },
    waiting(agent?.spooled, lag_seconds),
    toned('Quarantined', agent?.quarantined, 'wait', 'Messages the server would not have'),
    toned(
      'Missing',
      agent === null ? undefined : not_arrived,
      'error',
      'Messages read that never arrived',
    ),
    { name: 'Held', value: wholeNumber(server.messages), title: 'Messages on the server' },
    {
      name: 'Searchable',
      value: wholeNumber(server.indexed),
      title: 'Messages that a search finds whole, or that hold nothing to find',
      ...(server.not_indexed > 0 ? { tone: 'error' as const } : {}),
    },
    {
      name: 'Distilled',
      value: `${wholeNumber(server.distilled)} of ${wholeNumber(server.sessions)}`,
      title: 'Sessions that findings were taken out of',
      ...(server.distil_failed > 0 ? { tone: 'wait' as const } : {}),
    },
  ]
}

const waiting = (spooled: number | undefined, lag: number): Figure => ({
  ...toned('Waiting', spooled, 'wait', 'Messages on their way'),
  ...(spooled !== undefined && spooled > 0 && lag > 0
    ? { value: `${wholeNumber(spooled)} for ${duration(lag * 1_000)}` }
    : {}),
})

const toned = (
  name: string,
  value: number | undefined,
  tone: 'wait' | 'error',
  title: string,
): Figure => ({
  name,
  title,
  value: value === undefined ? '–' : wholeNumber(value),
  ...(value !== undefined && value > 0 ? { tone } : {}),
})

/** A tool of which there is nothing, neither here nor there nor lost: most machines have one or two of all there are. */
export const isAbsent = ({ state, agent, server, not_arrived }: CaptureTool): boolean => {
  const { files = 0, sessions = 0, left_out = 0, bad_lines = 0 } = agent ?? {}
  const anything = files + sessions + left_out + bad_lines + server.sessions + not_arrived
  return state === 'ok' && anything === 0 && !agent?.last_error
}

/** What else a machine says of a tool, where there is something to say. */
export const notesOf = ({ agent, server }: CaptureTool): string[] => [
  ...(agent !== null && agent.left_out > 0
    ? [`${count(agent.left_out, 'session')} kept back by choice`]
    : []),
  ...(agent !== null && agent.bad_lines > 0
    ? [`${count(agent.bad_lines, 'line')} could not be read`]
    : []),
  ...(server.to_distil > 0 ? [`${count(server.to_distil, 'session')} to distil`] : []),
  ...(server.distil_failed > 0
    ? [`${count(server.distil_failed, 'session')} could not be distilled`]
    : []),
  ...(server.forgotten > 0 ? [`${count(server.forgotten, 'message')} forgotten`] : []),
  ...(server.to_embed > 0 ? [`${count(server.to_embed, 'text')} to embed`] : []),
]
