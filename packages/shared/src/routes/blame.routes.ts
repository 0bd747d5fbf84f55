import { blameRequestSchema, blameResponseSchema } from '../contracts/blame.contract.ts'
import { route } from './route.ts'

export const blameRoutes = {
  blame: route({
    method: 'POST',
    path: '/v1/blame',
    id: 'blame',
    needs: 'viewer',
    tag: 'Commits',
    docs: 'who wrote lines: the session with its prompt, or a person; lines by commit and fingerprint',
    summary: 'Blame lines',
    description:
      'From the commit that git blames for a line and the fingerprint of the line to the session that wrote it, the prompt that asked for it and what was said then. Says "person" where no captured session wrote it, and how sure that is. Changes nothing.',
    body: blameRequestSchema,
    answer: blameResponseSchema,
  }),
} as const
