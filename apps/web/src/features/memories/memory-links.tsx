'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'

const PAGES = [
  ['/memories', 'All'],
  ['/memories/review', 'Review'],
  ['/memories/contradictions', 'Contradictions'],
  ['/memories/log', 'Log'],
  ['/memories/use', 'Use'],
] as const

/** The pages about memories. */
export const MemoryLinks = () => {
  const here = usePathname()
  return (
    <nav className="memory-links" aria-label="Memories">
      {PAGES.map(([href, name]) => (
        <Link key={href} href={href} aria-current={here === href ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
