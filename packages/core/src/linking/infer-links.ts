import { findEvidence } from './find-evidence.ts'
import { findOriginals } from './find-originals.ts'
import type { LineIndex } from './line-index.ts'
import type { Evidence, InferredLink, LinkableCommit, Original } from './linking.types.ts'
import { confidenceOf, LINK_MODELS, type LinkModels } from './models.ts'

type Options = {
  models?: LinkModels
  /** Links that stand on older commits: what they are rewritten to inherits them. */
  linksOf?: (sha: string) => readonly InferredLink[]
}

/** What a link is worth after an amend that left any of its lines: who wrote the first version had a part in the second. */
const LEFT = 0.9

export type Inferred = { originals: Original[]; evidence: Evidence[]; links: InferredLink[] }

/** The sessions behind a commit, the surest first, each with its reasons; and the commits it was rewritten from. */
export const inferLinks = (
  index: LineIndex,
  commit: LinkableCommit,
  { models = LINK_MODELS, linksOf = () => [] }: Options = {},
): Inferred => {
  // A merge has no lines of its own.
  if (commit.parents.length > 1) return { originals: [], evidence: [], links: [] }
  const originals = findOriginals(index, commit)
  const links = new Map<string, InferredLink>()
  const found = findEvidence(index, commit, originals)
  for (const evidence of found)
    links.set(evidence.sessionId, {
      sessionId: evidence.sessionId,
      confidence: confidenceOf(models, evidence),
      relation: evidence.lines > 0 || evidence.features.said > 0 ? 'wrote' : 'present',
      reasons: reasonsOf(evidence),
    })
  for (const link of inherited(originals, found, linksOf))
    if (link.confidence > (links.get(link.sessionId)?.confidence ?? 0))
      links.set(link.sessionId, link)
  return {
    originals,
    evidence: found,
    links: [...links.values()].sort((a, b) => b.confidence - a.confidence),
  }
}

/** Links of the commits that this one was made from, times the share that is left of them. */
const inherited = (
  originals: readonly Original[],
  found: readonly Evidence[],
  linksOf: NonNullable<Options['linksOf']>,
): InferredLink[] => {
  const writers = new Set(found.filter(({ lines }) => lines > 0).map(({ sessionId }) => sessionId))
  return originals.flatMap((original) =>
    linksOf(original.sha).map((link) => {
      // Of an amended commit the first version is certain: whoever wrote it keeps the link with a few lines that are left.
      const isLeft = original.isSameDate && writers.has(link.sessionId)
      const part = isLeft ? Math.max(LEFT, original.part) : original.part
      const before = link.reasons.filter((one) => !one.startsWith('replaces '))
      return {
        ...link,
        confidence: link.confidence * part,
        reasons: [replacing(original), ...before],
      }
    }),
  )
}

const percent = (share: number): string => `${Math.round(100 * share)} %`

const replacing = ({ sha, part, isSamePatch }: Original): string =>
  `replaces ${sha.slice(0, 10)} (${isSamePatch ? 'the same patch' : `${percent(part)} of its lines`})`

const reasonsOf = ({
  wasPrinted,
  hasRun,
  lines,
  minutes,
  isFresh,
  features,
}: Evidence): string[] => [
  ...(wasPrinted ? ['git printed this commit in the session'] : []),
  ...(hasRun ? ['the session ran git commit with this subject'] : []),
  ...(lines > 0
    ? [
        `${lines} ${lines === 1 ? 'line' : 'lines'} last written by it, ${percent(features.own ** 2)} of the commit by rarity`,
      ]
    : []),
  ...(!isFresh && features.land > 0
    ? [`${percent(features.land)} of its uncommitted lines are in it`]
    : []),
  ...(minutes > 0
    ? [`${minutes} min at work in the same folder and branch since the commit before`]
    : []),
]
