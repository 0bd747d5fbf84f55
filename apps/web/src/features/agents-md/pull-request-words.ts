import type { AgentsMdPullRequest } from '@teamlore/shared/agents-md-pull-request'
import { plainLine } from '../../lib/format/plain-text.ts'

/** What the server does by itself, in a sentence. */
export const pullRequestWords = ({ is_on, path, repository }: AgentsMdPullRequest): string => {
  const where = repository === null ? 'its repository' : plainLine(repository)
  if (is_on)
    return `The section in ${path} of ${where} is kept up to date by one pull request. What people edit there comes back as drafts.`
  return repository === null
    ? 'No connected GitHub App is installed on the repository. Connect one under Settings → Integrations; on GitLab, `lore agents-md export` writes the section.'
    : `Off. The server can propose the section in ${where} by a pull request, and take edits back. The app has to be allowed to write contents and pull requests.`
}
