'use client'

import { memo } from 'react'
import { PromptLinks } from './prompt-links.tsx'
import type { OutlinePrompt } from './use-session-prompts.ts'

type OutlineProps = {
  prompts: readonly OutlinePrompt[]
  current: number
  onJump: (messageId: string) => void
}

/** The prompts beside the transcript, where there is room for them. */
export const Outline = memo((props: OutlineProps) => (
  <nav className="transcript-outline" aria-label="Prompts of this session" data-outline>
    <p className="transcript-outline-title">Prompts</p>
    {props.prompts.length === 0 ? (
      <p className="transcript-outline-none">Nobody typed anything in this session.</p>
    ) : (
      <PromptLinks {...props} />
    )}
  </nav>
))
Outline.displayName = 'Outline'
