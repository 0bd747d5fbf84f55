const ROOT_COMMIT = /^[0-9a-f]{40}$/u

/** A repository in words: without a remote it is known by its first commit, and forty digits are no name. */
export const repositoryName = (repository: string): string =>
  ROOT_COMMIT.test(repository)
    ? `the repository that begins with commit ${repository.slice(0, 7)}`
    : repository
