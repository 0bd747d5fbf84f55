'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useProjectOptions } from '../projects/index.ts'
import { MemoryPolicyForm } from './memory-policy-form.tsx'
import { policySentence, unreviewedSentence } from './memory-policy-sentence.ts'
import { MoveUnreviewed } from './move-unreviewed.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import './settings-page.css'
import './memory-policy-page.css'

/** Who lets memories become active, of the team and of each project. */
export const MemoryPolicyPage = () => {
  const [project, setProject] = useState('')
  const api = useApi()
  const projectOptions = useProjectOptions()
  const policy = useQuery({
    queryKey: queryKeys.memoryPolicy(project),
    queryFn: ({ signal }) => api.memories.policy(project === '' ? {} : { project }, { signal }),
  })
  return (
    <SettingsFrame
      title="Memories"
      note="Who lets memories become active. Words of tools and of the web always wait for a person."
    >
      {(_, may) => (
        <div className="policy-page">
          <NativeSelect
            label="Of"
            data={[{ value: '', label: 'the whole team' }, ...projectOptions]}
            value={project}
            onChange={(event) => setProject(event.currentTarget.value)}
          />
          {policy.isPending && (
            <Loading label="Loading">
              <SkeletonLines rows={3} tall />
            </Loading>
          )}
          {policy.isError && (
            <ErrorState
              title="The policy could not be asked for"
              error={policy.error}
              retry={() => void policy.refetch()}
            />
          )}
          {policy.data && (
            <>
              <p className="policy-headline" role="status">
                {policySentence(policy.data)} {unreviewedSentence(policy.data)}
                {!policy.data.is_own &&
                  (project === ''
                    ? ' This is what holds until the team says otherwise.'
                    : ' The project has it from the team.')}
              </p>
              {may('memories.policy') ? (
                <MemoryPolicyForm
                  // What was typed for one project is not meant for another.
                  key={`${project} ${JSON.stringify(policy.data)}`}
                  project={project}
                  policy={policy.data}
                />
              ) : (
                <p className="settings-note">Admins of the team set it.</p>
              )}
              {may('memories.policy') && (
                <MoveUnreviewed project={project} serves={policy.data.serves_unreviewed} />
              )}
              <p className="settings-note">
                What is active stays so. What waits is in the{' '}
                <Link href="/memories/review">review queue</Link>.
              </p>
            </>
          )}
        </div>
      )}
    </SettingsFrame>
  )
}
