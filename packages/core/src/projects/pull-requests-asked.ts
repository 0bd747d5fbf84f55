import type { PullRequestId } from '@teamlore/shared/ids'

/** Has the worker look at these pull requests again. */
export const pullRequestsAsked = (ids: readonly PullRequestId[]) =>
  ids.map((id) => ({ type: 'pull_request.asked', payload: { pull_request_id: id } }) as const)
