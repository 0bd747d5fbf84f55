import type { Score } from '@teamlore/shared/onboarding'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** How well a project is known, and in which folders. */
export const ScoreFigures = ({ score }: { score: Score }) => (
  <section aria-label="Score">
    <h2>Score: {score.score === null ? 'nothing is known yet' : `${score.score} of 100`}</h2>
    <p>
      Coverage {percent(score.coverage)}, freshness {percent(score.freshness)}, depth{' '}
      {percent(score.depth)}. {count(score.memories, 'memory', 'memories')}, {score.stale} stale,{' '}
      {score.unanchored} about no code.
    </p>
    {score.folders.length > 0 && (
      <ScrollBox label="Folders" className="project-scroll">
        <table className="project-folders">
          <thead>
            <tr>
              <th scope="col">Folder</th>
              <th scope="col">Files</th>
              <th scope="col">Memories</th>
              <th scope="col">Stale</th>
              <th scope="col">Depth</th>
            </tr>
          </thead>
          <tbody>
            {score.folders.map((folder) => (
              <tr key={folder.folder}>
                <th scope="row" className="tl-foreign" dir="auto">
                  {plainLine(folder.folder)}
                </th>
                <td>{folder.files}</td>
                <td>{folder.memories}</td>
                <td>{folder.stale}</td>
                <td>{folder.memories === 0 ? '–' : percent(folder.depth)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    )}
    {score.folders_left_out > 0 && <p>and {count(score.folders_left_out, 'folder')} more</p>}
  </section>
)
