import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone = 'plain' | 'accent' | 'human' | 'ok' | 'wait' | 'error'

/** A word of state, small and quiet. */
export const Badge = ({
  tone = 'plain',
  title,
  children,
}: {
  tone?: BadgeTone
  title?: string
  children: ReactNode
}) => (
  <span className="badge" data-tone={tone} title={title}>
    {children}
  </span>
)
