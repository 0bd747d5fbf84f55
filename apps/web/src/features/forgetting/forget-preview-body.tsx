import type { ForgetPreview } from '@teamlore/shared/forgetting'
import { forgottenAmount } from '@teamlore/shared/forgotten-amount'
import type { ReactNode } from 'react'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { delayOf, lossOf } from './forget-words.ts'

/** All that goes, what loses by it, and what stays. */
export const ForgetPreviewBody = ({
  preview,
  children,
}: {
  preview: ForgetPreview
  children?: ReactNode
}) => {
  const loss = lossOf(preview.loses_evidence)
  return (
    <>
      <p>{firstOf(preview)}</p>
      <ul className="forget-amounts">
        {preview.goes.map((amount) => (
          <li key={amount.kind}>{forgottenAmount(amount)}</li>
        ))}
      </ul>
      {preview.titles.length > 0 && (
        <ScrollBox label="What goes" className="forget-titles">
          <ul>
            {preview.titles.map(({ id, title }) => (
              <li key={id} className="tl-foreign">
                {shorten(plainLine(title), 160) || 'without a title'}
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
      {loss !== undefined && <p>{loss}</p>}
      <p className="forget-stays">What stays:</p>
      <ul className="forget-stays">
        {preview.stays.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {children}
    </>
  )
}

const firstOf = ({ is_held, goes, delay_hours }: ForgetPreview): string => {
  if (is_held)
    return 'A legal hold keeps some of this. It is refused until an admin lifts that under Settings → Deletions.'
  return goes.length === 0 ? 'There is nothing of it, so nothing goes.' : delayOf(delay_hours)
}
