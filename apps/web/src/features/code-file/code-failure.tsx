'use client'

import { ErrorState, NotFoundState } from '../../components/ui/states.tsx'
import { isNotThere } from '../../lib/api.tsx'

/** In the place of what code of a project could not be shown. */
export const CodeFailure = ({
  title,
  error,
  retry,
}: {
  title: string
  error: Error
  retry: () => void
}) =>
  isNotThere(error) ? (
    <NotFoundState title="There is no such project">
      <p>The link may not be whole, or nothing of it may be shown to you.</p>
    </NotFoundState>
  ) : (
    <ErrorState isWholePage title={title} error={error} retry={retry} />
  )
