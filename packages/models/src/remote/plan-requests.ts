import { estimateTokens } from './prepare-text.ts'
import type { RequestLimits } from './protocols/protocol.ts'

/** Splits texts into requests that keep the limits; order is kept, and one text alone may exceed the tokens. */
export const planRequests = (
  texts: readonly string[],
  { texts: maxTexts, tokens: maxTokens }: RequestLimits,
): string[][] => {
  const requests: string[][] = []
  let request: string[] = []
  let tokens = 0
  for (const text of texts) {
    const more = estimateTokens(text)
    if (request.length > 0 && (request.length >= maxTexts || tokens + more > maxTokens)) {
      requests.push(request)
      request = []
      tokens = 0
    }
    request.push(text)
    tokens += more
  }
  if (request.length > 0) requests.push(request)
  return requests
}
