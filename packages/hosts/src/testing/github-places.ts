/** Where GitHub is asked for what tests let fail. */
export const GITHUB_PLACES = {
  newComment: { method: 'POST', path: /\/issues\/3\/comments$/ },
  commits: { method: 'GET', path: /\/pulls\/3\/commits$/ },
  comparison: { method: 'GET', path: /\/compare\// },
  pullRequestsOf: ({ name }: { name: string }) => ({
    method: 'GET',
    path: new RegExp(`/${name}/pulls$`),
  }),
}
