'use client'

import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useFold } from './transcript-context.ts'
import './fold.css'

/** One line that unfolds into more. The line says enough to know whether one wants to. */
export const Fold = ({
  foldKey,
  line,
  tone = 'quiet',
  children,
}: {
  foldKey: string
  line: ReactNode
  tone?: 'quiet' | 'tool' | 'error'
  children: ReactNode
}) => {
  const [isOpen, toggle] = useFold(foldKey)
  const bodyId = useId()
  return (
    <div className="fold" data-tone={tone} data-open={isOpen || undefined}>
      <button
        type="button"
        className="fold-line"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={toggle}
      >
        <IconChevronRight className="fold-sign" size={14} stroke={2} aria-hidden />
        {line}
      </button>
      <div className="fold-body" id={bodyId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
