import { type HostCheck, HostError } from '@teamlore/shared/code-hosts'
import type { Ask } from './gitlab-client.ts'
import { statusesSchema, statusSchema } from './schemas.ts'

/** What GitLab takes of one line. */
const MAX_CHARS = 255

/** A status has no words but one line, and nothing between good and bad: advice is good. */
const bodyOf = ({ name, conclusion, brief, detailsUrl }: HostCheck) => ({
  state: conclusion === 'action_required' ? 'failed' : 'success',
  name,
  target_url: detailsUrl,
  description: brief.slice(0, MAX_CHARS),
})

/** Of one that no branch of the project has, as where it comes out of a fork. */
const NO_STATUS = 'none'

/** The one status of a commit by this name. GitLab adds another for each that is sent, so what says the same is not sent again. */
export const putStatus = async (ask: Ask, project: string, check: HostCheck): Promise<string> => {
  const { name, commit } = check
  const wanted = bodyOf(check)
  try {
    const found = statusesSchema.parse(
      await ask(`GET /projects/${project}/repository/commits/${commit}/statuses`, {
        query: { name, per_page: 20 },
      }),
    )
    const same = found.find(
      (one) =>
        one.name === name &&
        one.status === wanted.state &&
        one.description === wanted.description &&
        one.target_url === wanted.target_url,
    )
    if (same !== undefined) return String(same.id)
    const made = await ask(`POST /projects/${project}/statuses/${commit}`, { body: wanted })
    return String(statusSchema.parse(made).id)
  } catch (error) {
    if (error instanceof HostError && error.failure === 'gone') return NO_STATUS
    throw error
  }
}
