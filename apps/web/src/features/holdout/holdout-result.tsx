'use client'

import { useQuery } from '@tanstack/react-query'
import type { Holdout } from '@teamlore/shared/holdout'
import { holdoutState, resultWords } from '@teamlore/shared/holdout-words'
import Link from 'next/link'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'

export const useHoldout = (project: string) => {
  const api = useApi()
  return useQuery({
    queryKey: queryKeys.holdout(project),
    queryFn: ({ signal }) => api.holdout.get(project, { signal }),
  })
}

/** Whether it goes on, why it ended, and what the figures say. */
export const HoldoutWords = ({ holdout }: { holdout: Holdout }) => (
  <>
    <p className="settings-note">{holdoutState(holdout)}</p>
    {holdout.paused !== null && (
      <p className="settings-note" role="status">
        Ended by itself <TimeAgo at={holdout.paused.at} />: {holdout.paused.reason}
      </p>
    )}
    {holdout.result !== null && (
      <ul className="settings-detail">
        {resultWords(holdout.result).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    )}
  </>
)

/** How sessions of a project without a brief go beside the others, where it was ever compared. */
export const HoldoutOfProject = ({ project }: { project: string }) => {
  const { data } = useHoldout(project)
  if (data === undefined || data.result === null) return null
  return (
    <section aria-labelledby="holdout-of-project">
      <h2 id="holdout-of-project">With a brief and without one</h2>
      <HoldoutWords holdout={data} />
      <Link href={`/settings/projects/${data.project.id}/holdout`} className="tl-link">
        How this is set
      </Link>
    </section>
  )
}
