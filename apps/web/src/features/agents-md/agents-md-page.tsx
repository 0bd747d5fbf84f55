'use client'

import { useQuery } from '@tanstack/react-query'
import type { AgentsMd } from '@teamlore/shared/agents-md'
import { plural } from '@teamlore/shared/plural'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { CodeBlock } from '../../components/code/index.ts'
import { ProjectAnswer } from '../../components/ui/project-answer.tsx'
import { WithCommands } from '../../components/ui/with-commands.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { SettingsFrame } from '../settings/index.ts'
import { AgentsMdForm } from './agents-md-form.tsx'
import { AgentsMdPullRequestPart } from './agents-md-pull-request.tsx'
import { leftOutGroups } from './agents-md-words.ts'
import './agents-md-page.css'

const HOW =
  '`lore agents-md export` writes it into AGENTS.md or CLAUDE.md of a checkout, without what the README and comments of the code say already. `lore agents-md import` proposes what was edited there by hand.'

/** What would stand in the AGENTS.md of a project, what is left out and why, and who says so. */
export const AgentsMdPage = () => {
  const { id } = useParams<{ id: string }>()
  const api = useApi()
  const section = useQuery({
    queryKey: queryKeys.agentsMd(id),
    queryFn: ({ signal }) => api.agentsMd.get(id, { signal }),
  })
  const { data } = section
  return (
    <SettingsFrame
      title={data === undefined ? 'AGENTS.md' : `AGENTS.md of ${plainLine(data.project.name)}`}
      note="What the team knows, in the file that every agent reads."
    >
      {(_, may) => (
        <div className="agents-md-page">
          <ProjectAnswer query={section} what="the section">
            {(answer) => (
              <>
                <SectionOf section={answer} />
                <LeftOut section={answer} />
                <section className="settings-section" aria-labelledby="agents-md-policy">
                  <h2 id="agents-md-policy">What may be written</h2>
                  <AgentsMdForm
                    key={JSON.stringify(answer.policy)}
                    project={id}
                    policy={answer.policy}
                    mayEdit={may('memories.policy')}
                  />
                </section>
                <AgentsMdPullRequestPart project={id} mayEdit={may('integrations.manage')} />
              </>
            )}
          </ProjectAnswer>
        </div>
      )}
    </SettingsFrame>
  )
}

const emptyBecause = ({ left_out }: AgentsMd): string =>
  left_out.length === 0
    ? 'Nothing is written: no person approved or wrote a memory of the project yet.'
    : 'Nothing is written: all that a person approved or wrote is left out, for the reasons below.'

const SectionOf = ({ section }: { section: AgentsMd }) => (
  <section className="settings-section" aria-labelledby="agents-md-section">
    <h2 id="agents-md-section">The section</h2>
    <p className="settings-note" role="status">
      {section.entries.length === 0
        ? emptyBecause(section)
        : `${plural(section.entries.length, 'entry', 'entries')}, ${plural(section.tokens, 'token')} of ${section.policy.max_tokens.toLocaleString('en')}.`}
    </p>
    <p className="settings-note">
      <WithCommands text={HOW} />
    </p>
    {section.entries.length > 0 && (
      <CodeBlock
        code={section.text}
        language="markdown"
        label="The section as it would be written"
        wrap
      />
    )}
  </section>
)

const LeftOut = ({ section: { left_out: leftOut } }: { section: AgentsMd }) =>
  leftOut.length === 0 ? null : (
    <section className="settings-section" aria-labelledby="agents-md-left-out">
      <h2 id="agents-md-left-out">Left out</h2>
      {leftOutGroups(leftOut).map(({ because, says, items }) => (
        <details key={because} className="agents-md-group">
          <summary>
            {says} <span className="settings-detail">{items.length}</span>
          </summary>
          <ul>
            {items.map(({ id, statement }) => (
              <li key={id}>
                <Link href={`/memories/${id}`} className="tl-link">
                  {plainLine(statement)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
