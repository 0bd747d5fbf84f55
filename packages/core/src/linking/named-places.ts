import type { PlaceLink, SessionPlaces } from '@teamlore/db'

export type SaidAddress = { url: string; isOpened: boolean }

/** An address of a pull request, as GitHub, GitLab, Gitea and Bitbucket write it, without what may stand behind its number. */
const ADDRESS =
  /https?:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?\/[A-Za-z0-9_.~/-]{1,300}?\/(?:pull|pulls|merge_requests|pull-requests)\/\d{1,7}(?!\d)/g
const OPENS =
  /\b(?:gh\s+pr|glab\s+mr|hub\s+pull-request|tea\s+pr)\b[^|;&]*\bcreate\b|\bhub\s+pull-request\b/
/** What a command opens is said near its beginning, and a hostile one may be of any length. */
const MOST_CHARS = 20_000
const MOST = 50
/** Why a session is linked to a pull request that it opened itself; stored, so that its commits are known by it. */
export const OPENED = 'it ran the command that opened this pull request'

type Block = {
  type: string
  id?: string | null
  tool_call_id?: string | null
  input?: unknown
  text?: string
}

/** Addresses of pull requests that tools printed in a session, and which of them it opened itself; given its blocks in their order, piece by piece. */
export const createAddresses = (commandOf: (input: unknown) => string) => {
  const opening = new Set<string>()
  const found = new Map<string, SaidAddress>()
  const opensOne = ({ type, input }: Block): boolean =>
    type === 'tool_call' && OPENS.test(commandOf(input).slice(0, MOST_CHARS))
  return {
    add: (blocks: readonly Block[]): void => {
      for (const { id } of blocks.filter(opensOne)) if (id != null) opening.add(id)
      for (const { type, tool_call_id, text = '' } of blocks) {
        if (type !== 'tool_result') continue
        const isOpened = tool_call_id != null && opening.has(tool_call_id)
        for (const [url] of text.slice(0, 200_000).matchAll(ADDRESS))
          found.set(url, { url, isOpened: isOpened || found.get(url)?.isOpened === true })
      }
    },
    found: (): SaidAddress[] => [...found.values()].slice(0, MOST),
  }
}

/** Of this repository: others are named when somebody looks something up. */
const isOf = (project: string, url: string): boolean => {
  const name = project.split('/').at(-1)?.toLowerCase() ?? ''
  return name !== '' && url.toLowerCase().includes(`/${name}/`)
}

/** Branches on which a session was at work, and pull requests that it opened or was shown: links without a commit. */
export const placesOf = (
  { project, branches, pull_requests }: SessionPlaces,
  said: readonly SaidAddress[],
): PlaceLink[] => {
  const remotes = new Map<string, PlaceLink>()
  const add = (
    target: string,
    relation: PlaceLink['relation'],
    confidence: number,
    reason: string,
  ) => {
    const before = remotes.get(target)
    if (before === undefined)
      remotes.set(target, { type: 'remote', target, relation, confidence, reasons: [reason] })
    else if (before.relation === relation) before.reasons.push(reason)
  }
  for (const { url } of pull_requests)
    add(url, 'wrote', 0.95, 'its tool noted that it opened this pull request')
  for (const { url, isOpened } of said) {
    if (isOpened) add(url, 'wrote', 0.9, OPENED)
    else if (isOf(project, url)) add(url, 'present', 0.7, 'this address was printed in it')
  }
  return [...branches.map(branchLink), ...remotes.values()]
}

const branchLink = ({ branch, edits }: SessionPlaces['branches'][number]): PlaceLink => ({
  type: 'branch',
  target: branch,
  ...(edits > 0
    ? {
        relation: 'wrote' as const,
        confidence: 0.9,
        reasons: [`${edits} of its edits were made on this branch`],
      }
    : {
        relation: 'present' as const,
        confidence: 0.8,
        reasons: ['it was at work on this branch, and edited nothing there'],
      }),
})
