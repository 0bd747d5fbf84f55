'use client'

import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import './prompt-links.css'
import type { OutlinePrompt } from './use-session-prompts.ts'

/** The prompts of a session as links into its transcript. */
export const PromptLinks = ({
  prompts,
  current,
  onJump,
}: {
  prompts: readonly OutlinePrompt[]
  current: number
  onJump: (messageId: string) => void
}) => (
  <ol className="prompt-links">
    {prompts.map((prompt, at) => (
      <li key={prompt.id}>
        <a
          href={`#${prompt.id}`}
          className="prompt-link"
          data-abandoned={prompt.isAbandoned || undefined}
          aria-current={at === current ? 'location' : undefined}
          ref={at === current ? keepInView : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onJump(prompt.id)
          }}
        >
          <span className="prompt-link-number">{at + 1}</span>
          <span className="prompt-link-text tl-foreign">
            {shorten(plainLine(prompt.text), 140) || 'Picture or file'}
          </span>
        </a>
      </li>
    ))}
  </ol>
)

/** Scrolls the list, never the page. */
const keepInView = (link: HTMLElement | null) => {
  const list = link?.closest<HTMLElement>('[data-outline]')
  if (!link || !list) return
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}
