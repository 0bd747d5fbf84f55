import { defineRequestError } from './request-error.ts'

/** What any door of ours says by itself, whichever process it belongs to. */
export const requestBadUrl = defineRequestError(
  400,
  'request.bad_url',
  'The address of this request cannot be read. Percent-encode what stands in it.',
)

export const routeNotFound = defineRequestError(
  404,
  'route.not_found',
  'There is nothing at this address. /docs lists what there is.',
)

export const requestTimedOut = defineRequestError(
  408,
  'request.timed_out',
  'The request took too long to arrive. Send it again, in smaller pieces if the connection is slow.',
)

export const headersTooLarge = defineRequestError(
  431,
  'request.headers_too_large',
  'The address and the headers of this request are too long: 16 KiB together. Shorten them; send a long question by POST, in the body.',
)
