import type { SearchHit } from '@teamlore/shared'
import { plainLine } from '../../lib/format/plain-text.ts'
import './score-parts.css'

const ARMS = [
  { of: 'text', name: 'Words' },
  { of: 'vector', name: 'Meaning' },
  { of: 'exact', name: 'Exact names' },
] as const

/** How a result came by its place: what each arm said, and what was weighed in afterwards. */
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
      {ARMS.map(({ of, name }) => {
        const arm = parts[of]
        return (
          <tr key={of}>
            <th scope="row">{name}</th>
            <td>{arm ? `rank ${arm.rank}, score ${figure(arm.score)}` : 'did not find it'}</td>
          </tr>
        )
      })}
      <tr>
        <th scope="row">Together</th>
        <td>{figure(parts.fused)}</td>
      </tr>
      {Object.entries(parts.priors).map(([name, factor]) => (
        <tr key={name}>
          <th scope="row">{plainLine(name)}</th>
          <td>× {figure(factor)}</td>
        </tr>
      ))}
      <tr className="score-parts-sum">
        <th scope="row">Score</th>
        <td>{figure(score)}</td>
      </tr>
    </tbody>
  </table>
)

const figure = (value: number): string => value.toFixed(Math.abs(value) < 1 ? 4 : 2)
