import type { SearchHit } from '@teamlore/shared'
import './score-parts.css'
import { scoreSteps } from './score-words.ts'

/** How a result came by its place: what each way of searching said, and what was weighed in afterwards. */
export const ScoreParts = ({
  score,
  parts,
}: {
  score: number
  parts: SearchHit['score_parts']
}) => (
  <table className="score-parts">
    <caption className="tl-hidden-label">Parts of the score</caption>
    <tbody>
      {scoreSteps(parts, score).map(({ name, says, figure }) => (
        <tr key={name} className={name === 'Score' ? 'score-parts-sum' : undefined}>
          <th scope="row">{name}</th>
          <td>{says}</td>
          <td className="score-parts-figure">{figure}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
