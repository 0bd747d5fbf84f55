'use client'

import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { HomeGuide } from '@teamlore/shared/home'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { CommandLine } from '../../components/ui/command-line.tsx'
import { STEP_WORDS } from './guide-steps.ts'
import { useGuide } from './use-guide.ts'
import './guide.css'
import { serverAddress } from '../../lib/base-path.ts'

/** The first steps, in the order in which they help; what is not done next is said in a line. */
export const Guide = ({ guide: { steps } }: { guide: HomeGuide }) => {
  const guide = useGuide()
  const router = useRouter()
  const hide = () => {
    guide.mutate(true)
    router.replace('/')
  }
  const next = steps.find(({ is_done }) => !is_done)?.id
  const done = steps.filter(({ is_done }) => is_done).length
  return (
    <section className="guide" aria-labelledby="guide-title">
      <div className="guide-head">
        <h2 id="guide-title">First steps</h2>
        <span className="guide-progress">
          {done} of {steps.length} done
        </span>
        <button type="button" disabled={guide.isPending} onClick={hide}>
          Hide them
        </button>
      </div>
      <ol>
        {steps.map((step) => (
          <GuideRow key={step.id} step={step} isNext={step.id === next} />
        ))}
      </ol>
    </section>
  )
}

type RowProps = { step: HomeGuide['steps'][number]; isNext: boolean }

const GuideRow = ({ step: { id, is_done }, isNext }: RowProps) => {
  const { name, says, command, page } = STEP_WORDS[id]
  const Icon = is_done ? IconCircleCheck : IconCircle
  return (
    <li data-done={is_done || undefined} data-next={isNext || undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        <h3>
          {name}
          {is_done && <span className="tl-hidden-label"> (done)</span>}
        </h3>
        {!is_done && (
          <>
            {isNext && <p>{says}</p>}
            {command && <CommandLine command={command(serverAddress())} />}
          </>
        )}
        <Link className="tl-link guide-page" href={page.href}>
          {page.name}
        </Link>
      </div>
    </li>
  )
}
