import { plainLine } from '../../../lib/format/plain-text.ts'
import './steps.css'
import { lookUp } from '../../../lib/look-up.ts'

const SIGNS: Record<string, string> = { completed: '☑', in_progress: '▶', pending: '☐' }

/** A plan with what of it is done. */
export const Steps = ({ steps }: { steps: readonly { text: string; status: string }[] }) => (
  <ul className="steps">
    {steps.map((step, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a recorded plan never changes
      <li key={at} data-status={step.status}>
        <span role="img" aria-label={step.status.replace('_', ' ') || 'step'}>
          {lookUp(SIGNS, step.status) ?? '☐'}
        </span>
        <span className="tl-foreign">{plainLine(step.text)}</span>
      </li>
    ))}
  </ul>
)
