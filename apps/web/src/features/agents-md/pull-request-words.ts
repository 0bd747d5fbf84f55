import type { AgentsMdPullRequest } from '@teamlore/shared/agents-md-pull-request'
import { plainLine } from '../../lib/format/plain-text.ts'

const NEEDS: Record<NonNullable<AgentsMdPullRequest['host']>, string> = {
  github: 'The app has to be allowed to write contents and pull requests.',
  gitlab: 'The token needs the scope api and the role Developer.',
}

/** As its host calls it. */
export const proposalName = (host: AgentsMdPullRequest['host']): string =>
  host === 'gitlab' ? 'merge request' : 'pull request'

/** What the server does by itself, in a sentence. */
export const pullRequestWords = ({
  is_on,
  host,
  path,
  repository,
}: AgentsMdPullRequest): string => {
  const where = repository === null ? 'its repository' : plainLine(repository)
  const what = proposalName(host)
  if (is_on)
    return `The section in ${path} of ${where} is kept up to date by one ${what}. What people edit there comes back as drafts.`
  if (host === null)
    return 'No connected GitHub App or GitLab token reaches the repository. Connect one under Settings → Integrations; without one, `lore agents-md export` writes the section.'
  return `Off. The server can propose the section in ${where} by a ${what}, and take edits back. ${NEEDS[host]}`
}
