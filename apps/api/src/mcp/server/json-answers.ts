import {
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/** Many clients send a wildcard, one of the two types or nothing. What they read is decided by what they name. */
export const readsStreams = (accept: string): boolean => /text\/(?:event-stream|\*)/i.test(accept)

/** Whether a client reads anything that is answered here. */
export const readsAnswers = (accept: string): boolean =>
  /^\s*$|\*\/\*|application\/(?:json|\*)/i.test(accept) || readsStreams(accept)

/**
 * An answer as one JSON body, for clients that read no streams. Requests of the newer era are answered so anyway; null leaves them
 * to their handler.
 */
export const answerInJson = async (
  request: Request,
  options: McpHandlerRequestOptions | undefined,
  makeServer: () => McpServer,
): Promise<Response | null> => {
  if (!(await isLegacyRequest(request, options?.parsedBody))) return null
  const server = makeServer()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const gone = new Promise<Response>((resolve) => {
    const answerNobody = () => resolve(new Response(null, { status: CLIENT_GONE }))
    request.signal.addEventListener('abort', answerNobody, { once: true })
  })
  try {
    await server.connect(transport)
    return await Promise.race([transport.handleRequest(request, options ?? {}), gone])
  } finally {
    await server.close()
  }
}

/** Nobody reads it any more. */
const CLIENT_GONE = 499
