import type { Score } from '@teamlore/shared/onboarding'
import { count, plural } from '../output/format.ts'
import { bold, dim, type Line } from '../output/line.ts'

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** How well a project is known, and in which folders. */
export const scoreLines = (score: Score): Line[] => [
  [bold(score.project.name), score.score === null ? '' : `: ${score.score} of 100`],
  ...(score.score === null
    ? [[dim('Nothing is known of it yet.')] as Line]
    : [
        [
          `coverage ${percent(score.coverage)} · freshness ${percent(score.freshness)} · depth ${percent(score.depth)}`,
        ] as Line,
        [
          dim(
            `${plural(score.memories, 'memory', 'memories')}, ${count(score.stale)} stale, ${count(score.unanchored)} about no code; ${plural(score.files, 'file')}`,
          ),
        ] as Line,
        [],
        ...score.folders.map((folder): Line => {
          const known =
            folder.memories === 0
              ? dim('nothing is known')
              : `${plural(folder.memories, 'memory', 'memories')}, ${count(folder.stale)} stale, depth ${percent(folder.depth)}`
          return [folder.folder, dim(` (${plural(folder.files, 'file')}): `), known]
        }),
        ...(score.folders_left_out === 0
          ? []
          : [[dim(`and ${plural(score.folders_left_out, 'folder')} more`)] as Line]),
      ]),
]
