const MARKS = [
  'BITBUCKET_BUILD_NUMBER',
  'BUILDKITE',
  'CIRCLECI',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'TF_BUILD',
]

/** Whether a build runs this, where nobody can be asked. */
export const isBuild = (env: NodeJS.ProcessEnv): boolean =>
  !['', '0', 'false'].includes(env['CI']?.toLowerCase() ?? '') ||
  MARKS.some((name) => (env[name] ?? '') !== '')
