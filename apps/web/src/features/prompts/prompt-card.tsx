import type { Prompt } from '@teamlore/shared'
import Link from 'next/link'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { LIST_ITEM } from '../../lib/use-list-keys.ts'
import './prompt-card.css'

/** Where the tool noted no time for the prompt itself, when its session began, and says so. */
const WhenAsked = ({ prompt: { ts, at } }: { prompt: Prompt }) => {
  if (at === null) return <span title="Its tool noted no time">no date</span>
  if (ts !== null) return <TimeAgo at={ts} />
  return (
    <span>
      session of <TimeAgo at={at} />
    </span>
  )
}

/** One prompt, set like a voice, with the session it was said in. */
export const PromptCard = ({ prompt }: { prompt: Prompt }) => (
  <li className="prompt-card">
    <Link
      href={`/sessions/${prompt.session_id}#${prompt.id}`}
      className="prompt-card-link tl-foreign"
      prefetch={false}
      {...LIST_ITEM}
    >
      {shorten(plainLine(prompt.text), 400) || 'Picture or file'}
    </Link>
    <p className="prompt-card-meta">
      <span className="tl-foreign">{plainLine(prompt.author.name)}</span>
      {prompt.project && <span className="tl-foreign">{plainLine(prompt.project.name)}</span>}
      <span>{toolName(prompt.tool)}</span>
      <WhenAsked prompt={prompt} />
      <span className="prompt-card-session tl-foreign">
        in {shorten(plainLine(prompt.session_title), 80)}
      </span>
    </p>
  </li>
)
