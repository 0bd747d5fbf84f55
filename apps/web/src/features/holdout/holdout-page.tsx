'use client'

import { Button, NumberInput } from '@mantine/core'
import { HOLDOUT_SHARE, type Holdout } from '@teamlore/shared/holdout'
import { useParams } from 'next/navigation'
import { useState } from 'react'
import { ProjectAnswer } from '../../components/ui/project-answer.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { EVERYTHING, SettingsFrame, useChange } from '../settings/index.ts'
import { HoldoutWords, useHoldout } from './holdout-result.tsx'

/** Whether some sessions of a project begin without a brief, and how they go beside the others. */
export const HoldoutPage = () => {
  const { id } = useParams<{ id: string }>()
  const holdout = useHoldout(id)
  const { data } = holdout
  return (
    <SettingsFrame
      title={data === undefined ? 'Holdout' : `Holdout of ${plainLine(data.project.name)}`}
      note="Some sessions, chosen by chance, begin without a brief. How they go beside the others says whether briefs help."
    >
      {(_, may) => (
        <ProjectAnswer query={holdout} what="the holdout">
          {(answer) => (
            <>
              <section className="settings-section" aria-labelledby="holdout-result">
                <h2 id="holdout-result">How it goes</h2>
                <HoldoutWords holdout={answer} />
                <SetBy holdout={answer} />
              </section>
              {may('projects.manage') ? (
                <ShareForm key={answer.set_at ?? ''} holdout={answer} />
              ) : (
                <p className="settings-note">Admins of the team set it.</p>
              )}
            </>
          )}
        </ProjectAnswer>
      )}
    </SettingsFrame>
  )
}

const SetBy = ({ holdout: { set_by, set_at } }: { holdout: Holdout }) =>
  set_by === null || set_at === null ? null : (
    <p className="settings-detail">
      {plainLine(set_by.name)} set it <TimeAgo at={set_at} />.
    </p>
  )

const ShareForm = ({ holdout: { project, share, paused } }: { holdout: Holdout }) => {
  const api = useApi()
  const [typed, setTyped] = useState<number | string>(share === 0 ? HOLDOUT_SHARE.suggested : share)
  const save = useChange((wanted: number) => api.holdout.set(project.id, { share: wanted }), {
    of: EVERYTHING,
    failed: 'Not set',
  })
  const isOn = share > 0
  return (
    <section className="settings-section" aria-labelledby="holdout-share">
      <h2 id="holdout-share">Sessions without a brief</h2>
      <NumberInput
        label="Percent of sessions"
        description="Their agents are given nothing when they begin, and are not notified of it. What they search for is answered. Another number begins a new comparison."
        min={1}
        max={HOLDOUT_SHARE.most}
        allowDecimal={false}
        value={typed}
        onChange={setTyped}
      />
      <div className="settings-buttons">
        <Button
          size="xs"
          variant="default"
          disabled={typed === '' || (typed === share && paused === null)}
          loading={save.isPending}
          onClick={() => save.mutate(Number(typed))}
        >
          {isOn && paused === null ? 'Set it' : 'Begin to compare'}
        </Button>
        {isOn && (
          <Button
            size="xs"
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate(0)}
          >
            Turn it off
          </Button>
        )}
      </div>
    </section>
  )
}
