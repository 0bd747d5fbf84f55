'use client'

import { useLiveStatus } from '../live/index.ts'
import './live-sign.css'

const SAYS = {
  connecting: { word: 'Connecting', title: 'Opening the stream of live updates' },
  live: { word: 'Live', title: 'New work appears by itself' },
  polling: {
    word: 'Every 15 s',
    title: 'The live stream is not available; the page asks for news every 15 seconds',
  },
} as const

/** Whether news come by themselves. */
export const LiveSign = () => {
  const status = useLiveStatus()
  return (
    <span className="live-sign" data-status={status} title={SAYS[status].title}>
      <span className="live-sign-dot" aria-hidden />
      {SAYS[status].word}
    </span>
  )
}
