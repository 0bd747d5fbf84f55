'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { keepProject } from '../projects/index.ts'
import { isCurrentPage, PAGES } from './pages.ts'
import './page-links.css'

/** Links to the pages: a column in the sidebar, a bar at the bottom of a narrow screen. */
export const PageLinks = ({ shape }: { shape: 'column' | 'bar' }) => {
  const pathname = usePathname()
  const project = useSearchParams().get('project')
  return (
    <nav className="page-links" data-shape={shape} aria-label="Pages">
      {PAGES.map(({ href, name, icon: Icon }) => (
        <Link
          key={href}
          href={keepProject(href, project)}
          className="page-link"
          aria-current={isCurrentPage(href, pathname) ? 'page' : undefined}
        >
          <Icon size={shape === 'bar' ? 20 : 17} stroke={1.75} aria-hidden />
          {name}
        </Link>
      ))}
    </nav>
  )
}
