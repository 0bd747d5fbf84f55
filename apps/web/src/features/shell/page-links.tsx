'use client'

import { Popover } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { keepProject } from '../projects/index.ts'
import { isCurrentPage, PAGES, type Page } from './pages.ts'
import './page-links.css'

/** As many as stand side by side on a telephone with their names whole; the others are behind the last. */
const IN_BAR = 4

/** Links to the pages: a column in the sidebar, a bar at the bottom of a narrow screen. */
export const PageLinks = ({ shape }: { shape: 'column' | 'bar' }) => {
  const shown = shape === 'bar' ? PAGES.slice(0, IN_BAR) : PAGES
  return (
    <nav className="page-links" data-shape={shape} aria-label="Pages">
      {shown.map((page) => (
        <PageLink key={page.href} page={page} iconSize={shape === 'bar' ? 20 : 17} />
      ))}
      {shape === 'bar' && <MorePages pages={PAGES.slice(IN_BAR)} />}
    </nav>
  )
}

const PageLink = ({
  page: { href, name, icon: Icon },
  iconSize,
  onClick,
}: {
  page: Page
  iconSize: number
  onClick?: () => void
}) => {
  const pathname = usePathname()
  const project = useSearchParams().get('project')
  return (
    <Link
      href={keepProject(href, project)}
      className="page-link"
      aria-current={isCurrentPage(href, pathname) ? 'page' : undefined}
      {...(onClick ? { onClick } : {})}
    >
      <Icon size={iconSize} stroke={1.75} aria-hidden />
      {name}
    </Link>
  )
}

const MorePages = ({ pages }: { pages: readonly Page[] }) => {
  const pathname = usePathname()
  const [isOpen, setOpen] = useState(false)
  const isHere = pages.some(({ href }) => isCurrentPage(href, pathname))
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      width={200}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <button
          type="button"
          className="page-link"
          data-current={isHere || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={20} stroke={1.75} aria-hidden />
          More
        </button>
      </Popover.Target>
      <Popover.Dropdown className="page-links-more" aria-label="More pages">
        {pages.map((page) => (
          <PageLink key={page.href} page={page} iconSize={18} onClick={() => setOpen(false)} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
