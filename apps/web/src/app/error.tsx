'use client'

import { PageTitle } from '../components/ui/page-title.tsx'
import { ErrorState } from '../components/ui/states.tsx'

/** Something of ours broke while drawing the page. */
const PageError = ({ error, reset }: { error: Error; reset: () => void }) => (
  <>
    <PageTitle title="Error" />
    <ErrorState title="This page broke" error={error} retry={reset} />
  </>
)

export default PageError
