import type { CodeHost, HostChanges, HostPlace, HostPullRequest } from '@teamlore/shared/code-hosts'

type Asked = {
  number: number
  pullRequest: Pick<HostPullRequest, 'title' | 'reverts'>
  commits: HostChanges['commits']
}

/**
 * The pull request that this one takes back, as its text says, or as the message of its only commit does. One that takes back a commit
 * beside other work is no taking back of a pull request. Null where it takes back none, or one of another repository.
 */
export const numberReverted = async (
  host: Pick<CodeHost, 'pullRequestsOf'>,
  place: HostPlace,
  { number, pullRequest, commits }: Asked,
): Promise<number | null> => {
  const { title, reverts: said } = pullRequest
  if (said !== null) return said === number ? null : said
  const [sha, ...others] = commits.flatMap(({ reverts }) => reverts)
  if (!/^Revert\b/i.test(title) || commits.length !== 1 || sha === undefined || others.length > 0)
    return null
  const [found, ...more] = (await host.pullRequestsOf(place, sha)).filter((one) => one !== number)
  return found === undefined || more.length > 0 ? null : found
}
