'use client'

import Link from 'next/link'
import { plainLine } from '../../lib/format/plain-text.ts'
import './maker-note.css'
import { useMe } from './use-me.ts'

/** Says to somebody who came in by what another made why something may be missing, and what to do. */
export const MakerNote = () => {
  const maker = useMe().data?.given_by
  if (!maker) return null
  return (
    <p className="maker-note" role="note">
      {plainLine(maker.name)} made this credential for you. What is private to you is hidden here,
      and so are restricted projects that {plainLine(maker.name)} may not see. To see all of it,
      sign out and <Link href="/sign-in">sign in yourself</Link>: by a provider, or by a passkey
      that you added.
    </p>
  )
}
