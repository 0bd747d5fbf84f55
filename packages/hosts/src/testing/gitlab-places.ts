/** Where GitLab is asked for what tests let fail. */
export const GITLAB_PLACES = {
  newComment: { method: 'POST', path: /\/merge_requests\/3\/notes$/ },
  commits: { method: 'GET', path: /\/merge_requests\/3\/commits$/ },
  comparison: { method: 'GET', path: /\/repository\/merge_base$/ },
  pullRequestsOf: ({ id }: { id: number }) => ({
    method: 'GET',
    path: new RegExp(`/projects/${id}/merge_requests$`),
  }),
  proposing: { method: 'POST', path: /\/merge_requests$/ },
  closing: { method: 'PUT', path: /\/merge_requests\/\d+$/ },
  committing: { method: 'POST', path: /\/repository\/commits$/ },
  moving: { method: 'POST', path: /\/repository\/commits$/ },
  reading: { method: 'GET', path: /\/repository\/tree$/ },
}
