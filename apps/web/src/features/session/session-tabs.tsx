'use client'

import type { SessionDetail } from '@teamlore/shared'
import { foundIn } from '@teamlore/shared/observation-types'
import type { KeyboardEvent } from 'react'
import { wholeNumber } from '../../lib/format/number.ts'
import './session-tabs.css'

export const TABS = ['transcript', 'observations', 'summaries', 'files', 'commits'] as const
export type SessionTab = (typeof TABS)[number]

const NAMES: Record<SessionTab, string> = {
  transcript: 'Transcript',
  observations: 'Findings',
  summaries: 'Summaries',
  files: 'Files',
  commits: 'Commits',
}

/** The sides of a session. Arrow keys move between them, as in any list of tabs. */
export const SessionTabs = ({
  session,
  tab,
  onChange,
}: {
  session: SessionDetail
  tab: SessionTab
  onChange: (tab: SessionTab) => void
}) => {
  const found = foundIn(session.counts)
  const amounts: Record<SessionTab, number | undefined> = {
    transcript: session.counts.messages,
    observations: found.amount,
    summaries: undefined,
    files: session.files.length,
    commits: undefined,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = TABS.at((TABS.indexOf(tab) + step) % TABS.length)
    if (!next) return
    onChange(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div className="session-tabs" role="tablist" aria-label="Session">
      {TABS.map((each) => (
        <button
          key={each}
          id={`tab-${each}`}
          type="button"
          role="tab"
          className="session-tab"
          aria-selected={each === tab}
          aria-controls={each === tab ? `panel-${each}` : undefined}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => onChange(each)}
          onKeyDown={onKeyDown}
        >
          {each === 'observations' && found.isWork ? 'Work' : NAMES[each]}
          {amounts[each] !== undefined && (
            <span className="session-tab-count">{wholeNumber(amounts[each])}</span>
          )}
        </button>
      ))}
    </div>
  )
}
