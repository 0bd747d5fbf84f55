'use client'

import { Button } from '@mantine/core'
import { ApiError, isTemporary } from '@teamlore/shared'
import { errorWords } from '../../components/ui/error-words.tsx'
import { withBase } from '../../lib/base-path.ts'
import { NewLinkHelp } from './new-link-help.tsx'

/** Why a link did not sign anybody in, and what to do next. */
export const SignInProblem = ({
  error,
  retry,
  next,
}: {
  error: unknown
  retry: () => void
  next: string
}) => {
  if (error instanceof ApiError && isTemporary(error)) {
    return (
      <div role="alert">
        <h1 className="sign-in-title">The server did not answer.</h1>
        <p className="sign-in-text">{errorWords(error)} The link is still good.</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    )
  }
  return (
    <div>
      <div role="alert">
        <h1 className="sign-in-title">This link does not work any more.</h1>
        <p className="sign-in-text">{errorWords(error)}</p>
      </div>
      <p className="sign-in-text">
        A sign-in link works once and only for a while. If you opened it before, this browser may be
        signed in already:{' '}
        <a className="tl-link" href={withBase(next)}>
          try the dashboard
        </a>
        .
      </p>
      <NewLinkHelp next={next} />
    </div>
  )
}
