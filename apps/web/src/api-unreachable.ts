import { defineRequestError } from '@teamlore/shared/process'

export const apiUnreachable = defineRequestError(
  503,
  'api.unreachable',
  'The API does not answer. It may be starting; try again in a moment.',
)
