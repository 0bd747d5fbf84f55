import type { Stats } from '@teamlore/shared'
import { wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'

const AMOUNTS = [
  'projects',
  'sessions',
  'messages',
  'prompts',
  'observations',
  'summaries',
] as const

/** How much the team has. */
export const StoredAmounts = ({ stats }: { stats: Stats }) => (
  <section className="health-section">
    <h2>What is stored</h2>
    <dl className="stored-amounts">
      {AMOUNTS.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{wholeNumber(stats[name])}</dd>
        </div>
      ))}
      {stats.tools.map(({ tool, sessions }) => (
        <div key={tool}>
          <dt>sessions of {plainLine(toolName(tool))}</dt>
          <dd>{wholeNumber(sessions)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
