import { defineRequestError } from '@teamlore/shared/process'

export const requestInvalid = defineRequestError(
  400,
  'request.invalid',
  'The request is not as documented; see details and /docs.',
)

export const requestInvalidJson = defineRequestError(
  400,
  'request.invalid_json',
  'The body is not valid JSON. Send a JSON document in UTF-8.',
)

export const requestBadEncoding = defineRequestError(
  400,
  'request.bad_encoding',
  'The body cannot be decompressed. Send it again, compressed as the Content-Encoding header says.',
)

export const requestCancelled = defineRequestError(
  499,
  'request.cancelled',
  'Whoever asked closed the connection before the answer was there. Seen in logs only.',
)

export const requestTooLarge = defineRequestError(
  413,
  'request.too_large',
  'The body is too large. Send less per request.',
)

export const mediaTypeUnsupported = defineRequestError(
  415,
  'request.media_type_unsupported',
  'Send the body as JSON, with the header "Content-Type: application/json".',
)

export const encodingUnsupported = defineRequestError(
  415,
  'request.encoding_unsupported',
  'This Content-Encoding is not understood here.',
)

export const wrongOrigin = defineRequestError(
  403,
  'access.wrong_origin',
  'This request came from another site. Use the dashboard at its own address, or an API key.',
)

export const rateLimited = defineRequestError(
  429,
  'access.rate_limited',
  'Too many requests. Wait as long as the Retry-After header says.',
)

export const tooManyStreams = defineRequestError(
  503,
  'events.too_many_streams',
  'Too many live streams are open. Close some, or try again later.',
)

export const insufficientScope = defineRequestError(
  403,
  'mcp.insufficient_scope',
  'This client was not let do that. End it under Settings → Connected clients, and have it connect again with more allowed.',
)

export const unknownToolset = defineRequestError(
  400,
  'mcp.unknown_toolset',
  'There is no such toolset. Leave ?toolsets= out, or set it to some of core, lorebook and home.',
)

export const diskFull = defineRequestError(
  507,
  'server.disk_full',
  'The disk of the database is full. Reading goes on, and writing does as soon as whoever runs the server has made room.',
)

export const notReady = defineRequestError(
  503,
  'server.not_ready',
  'The server cannot serve requests yet. Try again in a moment.',
)

export const agentNotBuilt = defineRequestError(
  404,
  'agent.not_built',
  'This server was started without the build of the agent. Run `npm run build` there, or install the agent another way (docs/install.md).',
)
