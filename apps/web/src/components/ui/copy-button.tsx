'use client'

import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import './copy-button.css'

type Outcome = 'idle' | 'copied' | 'failed'

const ICONS = { idle: IconCopy, copied: IconCheck, failed: IconX }
const WORDS = { copied: 'Copied', failed: 'Could not copy: select the text instead' }

/** Copies a text. `label` says what; with children it is a button with words, without them an icon. */
export const CopyButton = ({
  text,
  label,
  icon: OwnIcon = IconCopy,
  children,
}: {
  text: string | (() => string | Promise<string>)
  label: string
  icon?: typeof IconCopy
  children?: ReactNode
}) => {
  const [outcome, setOutcome] = useState<Outcome>('idle')
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async () => {
    clearTimeout(reset.current)
    try {
      await writeClipboard(typeof text === 'string' ? text : await text())
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
    reset.current = setTimeout(() => setOutcome('idle'), 1600)
  }
  const Icon = outcome === 'idle' ? OwnIcon : ICONS[outcome]
  return (
    <button
      type="button"
      className="copy-button"
      data-outcome={outcome}
      aria-label={children ? undefined : label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
      {children}
      <span className="tl-hidden-label" role="status">
        {outcome === 'idle' ? '' : WORDS[outcome]}
      </span>
    </button>
  )
}

/** The clipboard API exists only on https and localhost; a team's server may be reached by plain http. */
const writeClipboard = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('The browser did not allow copying.')
}
