/** What the app asks for, and what for: no more than that. */
export const GITHUB_PERMISSIONS: Readonly<Record<string, { access: string; why: string }>> = {
  metadata: { access: 'read', why: 'Names of repositories, and who may read them' },
  contents: { access: 'read', why: 'Commits of a pull request' },
  pull_requests: { access: 'write', why: 'Its files and lines, and the one comment on it' },
  checks: { access: 'write', why: 'The advisory check beside the lines' },
}

export const GITHUB_EVENTS = [
  'pull_request',
  'issue_comment',
  'pull_request_review_comment',
  'repository',
] as const

/** GitHub takes names of up to 34 characters, each of which is given once in the world. */
const MAX_NAME = 34

type Asked = { name: string; pagesUrl: string; hookUrl: string }

/** The app that GitHub is asked to make, as its manifest. */
export const manifestOf = ({ name, pagesUrl, hookUrl }: Asked): string =>
  JSON.stringify({
    name: name.slice(0, MAX_NAME).trim(),
    url: pagesUrl,
    hook_attributes: { url: hookUrl, active: true },
    redirect_url: `${pagesUrl}/settings/integrations/github`,
    setup_url: `${pagesUrl}/settings/integrations`,
    public: false,
    default_permissions: Object.fromEntries(
      Object.entries(GITHUB_PERMISSIONS).map(([permission, { access }]) => [permission, access]),
    ),
    default_events: GITHUB_EVENTS,
  })
