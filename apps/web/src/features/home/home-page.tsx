'use client'

import type { Home } from '@teamlore/shared/home'
import { plural } from '@teamlore/shared/plural'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { WithCommands } from '../../components/ui/with-commands.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { Guide } from './guide.tsx'
import { isGuideOver } from './guide-steps.ts'
import { HomeBox } from './home-box.tsx'
import { MemoryItems, SessionItems } from './home-lists.tsx'
import { isNothingNew, newsLine, nothingToReview, pairsAmount, spentLine } from './home-words.ts'
import { useIsGuideAsked } from './use-guide.ts'
import { useHome } from './use-home.ts'
import './home-page.css'

/** The first page: the guide of a new team, and from then on what is new and what waits for whoever is here. */
export const HomePage = () => {
  const home = useHome()
  return (
    <div className="home-page">
      <PageTitle title="Home" />
      <PageHeader title="Home" note={home.data && <Since home={home.data} />} />
      {home.isPending && (
        <Loading label="Loading what is new">
          <SkeletonLines rows={8} />
        </Loading>
      )}
      {home.isError && home.data === undefined && (
        <ErrorState
          title="What is new could not be loaded"
          error={home.error}
          retry={() => void home.refetch()}
        />
      )}
      {home.data && <Parts home={home.data} />}
    </div>
  )
}

const Since = ({ home: { since, is_first_visit } }: { home: Home }) =>
  is_first_visit ? (
    <>What happened within a week, and what waits for you</>
  ) : (
    <>
      You were here last <TimeAgo at={since} />
    </>
  )

const Parts = ({ home }: { home: Home }) => {
  const isAsked = useIsGuideAsked()
  const isShown = home.guide.steps.length > 0 && (isAsked || !isGuideOver(home.guide))
  return (
    <>
      {isShown && <Guide guide={home.guide} />}
      <div className="home-boxes">
        <ReviewBox review={home.review} />
        <NewsBox news={home.news} isFirst={home.is_first_visit} />
        <ContradictionBox contradictions={home.contradictions} />
        <StaleBox stale={home.stale} />
        <CaptureBox capture={home.capture} />
        <CostBox cost={home.cost} />
      </div>
    </>
  )
}

const ReviewBox = ({ review }: { review: Home['review'] }) => (
  <HomeBox
    title="For you this week"
    amount={`${review.decided} of ${count(review.size, 'memory', 'memories')} decided`}
    page={
      review.size > 0
        ? { href: '/memories/review?batch=true', name: 'Review them' }
        : { href: '/memories/review', name: 'Open the review queue' }
    }
    nothing={nothingToReview(review)}
  >
    <progress
      className="home-progress"
      value={review.decided}
      max={review.size}
      aria-label="Decided of this week"
    />
    <MemoryItems memories={review.items} />
  </HomeBox>
)

const NewsBox = ({ news, isFirst }: { news: Home['news']; isFirst: boolean }) => (
  <HomeBox
    title={isFirst ? 'New within a week' : 'New since you were here'}
    page={{ href: '/sessions', name: 'All sessions' }}
    nothing={isNothingNew(news) && 'Nothing came in. New sessions show here by themselves.'}
  >
    <p className="home-line">{newsLine(news)}</p>
    <SessionItems sessions={news.sessions.items} />
    <MemoryItems memories={news.memories.items} />
  </HomeBox>
)

const ContradictionBox = ({ contradictions }: { contradictions: Home['contradictions'] }) => (
  <HomeBox
    title="Contradictions"
    tone="wait"
    amount={pairsAmount(contradictions)}
    page={{
      href: '/memories/contradictions',
      name: contradictions.count === 0 ? 'All contradictions' : 'Settle them',
    }}
    nothing={contradictions.count === 0 && 'No two memories contradict each other.'}
  >
    {contradictions.items.map(({ first, second }) => (
      <div key={`${first.id} ${second.id}`} className="home-pair">
        <MemoryItems memories={[first, second]} />
      </div>
    ))}
  </HomeBox>
)

const StaleBox = ({ stale }: { stale: Home['stale'] }) => (
  <HomeBox
    title="Stale memories"
    tone="wait"
    amount={String(stale.count)}
    page={{ href: '/memories', name: 'All memories' }}
    nothing={stale.count === 0 && 'The code that memories are about is as it was.'}
  >
    <MemoryItems memories={stale.items} />
  </HomeBox>
)

const CaptureBox = ({ capture }: { capture: Home['capture'] }) => (
  <HomeBox
    title="Capture gaps"
    tone="error"
    amount={String(capture.count)}
    page={{ href: '/capture', name: 'All machines' }}
    nothing={capture.count === 0 && 'Nothing is missing on the machines that you see.'}
  >
    <ul className="home-list">
      {capture.items.map(({ severity, message, remedy }) => (
        <li key={message} data-severity={severity}>
          <p className="home-alarm tl-foreign">{message}</p>
          <p className="home-facts tl-foreign">
            <WithCommands text={plainLine(remedy)} />
          </p>
        </li>
      ))}
    </ul>
  </HomeBox>
)

const CostBox = ({ cost: { days, team, own } }: { cost: Home['cost'] }) => (
  <HomeBox
    title="Cost"
    amount={plural(days, 'day')}
    page={{ href: '/settings/usage', name: 'By day and purpose' }}
    nothing={
      team.calls + own.calls === 0 &&
      `No language model was asked within ${plural(days, 'day')}: rules distil at no cost.`
    }
  >
    <dl className="home-cost">
      <dt>The team</dt>
      <dd>{spentLine(team)}</dd>
      <dt>Your own agents</dt>
      <dd>{spentLine(own)}</dd>
    </dl>
  </HomeBox>
)
