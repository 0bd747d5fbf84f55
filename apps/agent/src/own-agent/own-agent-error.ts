export type OwnAgentFailure =
  | 'not-installed'
  | 'not-signed-in'
  /** It has come to a limit; `until` says when it goes on, where the tool does. */
  | 'rate-limited'
  | 'no-such-model'
  | 'timeout'
  | 'aborted'
  /** It answered, with what is no answer. */
  | 'bad-answer'
  | 'unavailable'

/** Why a coding agent brought no answer. The message is the tool's own, cut; nothing of a prompt is in it. */
export class OwnAgentError extends Error {
  override readonly name = 'OwnAgentError'
  readonly failure: OwnAgentFailure
  readonly until: Date | undefined
  /** What it cost all the same. */
  readonly usage: OwnAgentUsage | undefined

  constructor(
    failure: OwnAgentFailure,
    message: string,
    more: { until?: Date | undefined; usage?: OwnAgentUsage | undefined } = {},
  ) {
    super(message.replace(/\s+/g, ' ').trim().slice(0, 300))
    this.failure = failure
    this.until = more.until
    this.usage = more.usage
  }
}

/** As the coding agent reports it; null where it does not. */
export type OwnAgentUsage = {
  inputTokens: number | null
  outputTokens: number | null
  usd: number | null
}
