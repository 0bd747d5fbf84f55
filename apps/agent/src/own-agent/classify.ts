import { OwnAgentError } from './own-agent-error.ts'
import { whenAgain } from './when-again.ts'

const LIMIT = /usage limit|hit your limit|rate.?limit|quota|RESOURCE_EXHAUSTED|\b429\b/i
const SIGN_IN =
  /not logged in|run \/login|refresh token|authenticat|incorrect api key|api key not valid|no auth|invalid auth method|\b401\b/i
const MODEL =
  /selected model|does not exist or you|ModelNotFound|model.{0,40}not (?:found|supported)/i

type Said = {
  /** Of the provider's answer, where the tool says it. */
  status?: number | undefined
  text?: string | undefined
  until?: Date | undefined
  now?: Date
}

/** What a tool says went wrong, as one of a few failures. */
export const classify = ({ status, text = '', until, now = new Date() }: Said): OwnAgentError => {
  if (status === 429 || LIMIT.test(text))
    return new OwnAgentError('rate-limited', text || 'It asks to wait.', {
      until: until ?? whenAgain(text, now),
    })
  if (status === 401 || status === 403 || SIGN_IN.test(text))
    return new OwnAgentError('not-signed-in', text || 'It is not signed in.')
  if (status === 404 || MODEL.test(text))
    return new OwnAgentError('no-such-model', text || 'It does not know the model.')
  return new OwnAgentError('unavailable', text || `It failed with status ${status ?? 'unknown'}.`)
}
