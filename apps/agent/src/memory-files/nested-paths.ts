import { type RunGit, runGit } from '../project/run-git.ts'
import { PROJECT_PLACES } from './memory-places.ts'

const KEPT_MS = 10 * 60_000
const MAX_PATHS = 100
/** What others wrote for their own projects is not about this one. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|third_party)\//

const PATTERNS = PROJECT_PLACES.flatMap((place) =>
  'isNested' in place && place.isNested === true ? [`:(glob)*/**/${place.file}`] : [],
)

/** Memory files that git knows below the top folder of a repository; asked now and then, since they seldom come or go. */
export const createNestedPaths = ({
  clock,
  git = runGit,
}: {
  clock: () => number
  git?: RunGit
}) => {
  const known = new Map<string, { at: number; paths: Promise<readonly string[]> }>()
  return (root: string): Promise<readonly string[]> => {
    const before = known.get(root)
    if (before !== undefined && clock() - before.at < KEPT_MS) return before.paths
    const paths = git(root, ['ls-files', '-z', '--cached', '--', ...PATTERNS]).then((listed) =>
      (listed ?? '')
        .split('\0')
        .filter((path) => path !== '' && !FOREIGN.test(path))
        .slice(0, MAX_PATHS),
    )
    known.set(root, { at: clock(), paths })
    return paths
  }
}
