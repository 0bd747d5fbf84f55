'use client'

import { Button } from '@mantine/core'
import { IconError404, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { mayPass } from '../../lib/api.tsx'
import { errorWords } from './error-words.tsx'
import { PageTitle } from './page-title.tsx'
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

/** A page about something that is not there: title, heading, a sentence, and where to go from here. */
export const NotFoundState = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState title={title} icon={<IconError404 size={36} stroke={1.25} aria-hidden />} isWholePage>
    <PageTitle title={title} />
    {children}
  </EmptyState>
)

/** Says what went wrong in the server's own sentence and offers another try, where one may help. */
export const ErrorState = ({
  title,
  error,
  retry,
  isWholePage = false,
}: {
  title: string
  error: unknown
  retry?: (() => void) | undefined
  /** There is nothing else on the page, so this is its heading and its title. */
  isWholePage?: boolean
}) => {
  const Heading = isWholePage ? 'h1' : 'h2'
  return (
    <section className="state" role="alert">
      {isWholePage && <PageTitle title={title} />}
      <Heading className="state-title">{title}</Heading>
      <p>{errorWords(error)}</p>
      {retry && mayPass(error) && (
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
}

/** Says to everyone, readers of the screen included, that something is being fetched. */
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="state-loading" role="status" aria-label={label} aria-busy="true">
    {children}
  </div>
)
