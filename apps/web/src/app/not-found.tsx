import Link from 'next/link'
import { Brand } from '../components/ui/brand.tsx'
import { PageTitle } from '../components/ui/page-title.tsx'
import { EmptyState } from '../components/ui/states.tsx'

const NotFound = () => (
  <main id="main">
    <PageTitle title="Not found" />
    <EmptyState title="There is no such page" icon={<Brand />} isWholePage>
      <p>The address may be mistyped, or what it led to was moved.</p>
      <Link href="/" className="tl-link">
        All sessions
      </Link>
    </EmptyState>
  </main>
)

export default NotFound
