import Link from 'next/link'
import { NotFoundState } from '../components/ui/states.tsx'
import { Shell } from '../features/shell/index.ts'

/** An address that leads nowhere, with everything around it that leads somewhere. */
const NotFound = () => (
  <Shell>
    <NotFoundState title="There is no such page">
      <p>The address may be mistyped, or what it led to was moved.</p>
      <p>
        <Link href="/" className="tl-link">
          All sessions
        </Link>{' '}
        ·{' '}
        <Link href="/search" className="tl-link">
          Search
        </Link>
      </p>
    </NotFoundState>
  </Shell>
)

export default NotFound
