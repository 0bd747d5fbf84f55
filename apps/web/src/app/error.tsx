'use client'

import { ErrorState } from '../components/ui/states.tsx'

/** Something of ours broke while drawing the page. */
const PageError = ({ error, reset }: { error: Error; reset: () => void }) => (
  <ErrorState isWholePage title="This page broke" error={error} retry={reset} />
)

export default PageError
