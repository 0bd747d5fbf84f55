/** What the log may hold of an unexpected error; under `failure`, since pino makes its own of `err`. */
export type ErrorDescription = {
  type: string
  code?: string
  message: string
  stack: string
  cause?: ErrorDescription
}

/** Causes of causes beyond this say nothing new. */
const DEPTH = 4

/**
 * An error for the log, without what people wrote: a failed query of the database layer carries its parameters
 * (message texts, keys' hashes) in the message, so everything from there on is cut.
 */
export const describeError = (error: unknown, depth = 0): ErrorDescription => {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: withoutParameters(error.message),
    stack: framesOf(error),
    ...(error.cause === undefined || depth >= DEPTH
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  }
}

const withoutParameters = (message: string): string => {
  const at = message.search(/\bparams: /i)
  return (at < 0 ? message : `${message.slice(0, at)}params: (left out)`).slice(0, 2_000)
}

/** Only the places: the first lines of a stack repeat the message. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 20)
    .join('\n')
