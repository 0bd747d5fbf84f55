import Link from 'next/link'

/** The pages about memories. */
export const MemoryLinks = () => (
  <nav className="memory-links" aria-label="Memories">
    <Link href="/memories">All</Link>
    <Link href="/memories/review">Review</Link>
    <Link href="/memories/contradictions">Contradictions</Link>
  </nav>
)
