import { defineError } from '../errors.ts'

export const deadJobNotFound = defineError(
  'not_found',
  'job.not_found',
  'There is no dead job with this id; GET /v1/jobs lists those there are.',
)
