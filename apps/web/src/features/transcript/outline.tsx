'use client'

import type { Prompt } from '@teamlore/shared'
import { PromptLinks } from './prompt-links.tsx'

/** The prompts beside the transcript, where there is room for them. */
export const Outline = (props: {
  prompts: readonly Prompt[]
  current: number
  onJump: (messageId: string) => void
}) => (
  <nav className="transcript-outline" aria-label="Prompts of this session" data-outline>
    <p className="transcript-outline-title">Prompts</p>
    {props.prompts.length === 0 ? (
      <p className="transcript-outline-none">Nobody typed anything in this session.</p>
    ) : (
      <PromptLinks {...props} />
    )}
  </nav>
)
