/** Where GitHub is asked for what tests let fail. */
export const GITHUB_PLACES = {
  newComment: { method: 'POST', path: /\/issues\/3\/comments$/ },
  commits: { method: 'GET', path: /\/pulls\/3\/commits$/ },
  comparison: { method: 'GET', path: /\/compare\// },
  pullRequestsOf: ({ name }: { name: string }) => ({
    method: 'GET',
    path: new RegExp(`/${name}/pulls$`),
  }),
  proposing: { method: 'POST', path: /\/pulls$/ },
  closing: { method: 'PATCH', path: /\/pulls\/\d+$/ },
  committing: { method: 'POST', path: /\/git\/commits$/ },
  /** The branch is set to what was committed. */
  moving: { method: 'POST', path: /\/git\/refs$/ },
  reading: { method: 'GET', path: /\/git\/trees/ },
}
