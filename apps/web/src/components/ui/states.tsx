'use client'

import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api.tsx'
import './states.css'

/** What stands where there is nothing (yet), and what to do about it. */
export const EmptyState = ({
  title,
  icon,
  isWholePage = false,
  children,
}: {
  title: string
  icon?: ReactNode
  /** There is nothing else on the page, so this is its heading. */
  isWholePage?: boolean
  children?: ReactNode
}) => {
  const Heading = isWholePage ? 'h1' : 'h2'
  return (
    <section className="state">
      {icon && <div className="state-icon">{icon}</div>}
      <Heading className="state-title">{title}</Heading>
      {children}
    </section>
  )
}

/** Says what went wrong in the server's own sentence and offers another try. */
export const ErrorState = ({
  title,
  error,
  retry,
}: {
  title: string
  error: unknown
  retry?: (() => void) | undefined
}) => (
  <section className="state" role="alert">
    <h2 className="state-title">{title}</h2>
    <p>{messageOf(error)}</p>
    {retry && (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={retry}
      >
        Try again
      </Button>
    )}
  </section>
)

/** Says to everyone, readers of the screen included, that something is being fetched. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="state-loading" role="status" aria-label={label} aria-busy="true">
    {children}
  </div>
)
