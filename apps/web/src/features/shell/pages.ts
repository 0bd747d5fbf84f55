import {
  IconBook2,
  IconChartBar,
  IconCode,
  IconCompass,
  IconDeviceLaptop,
  IconHeartbeat,
  IconHome,
  IconListDetails,
  IconMessage2,
  IconSearch,
  IconSitemap,
} from '@tabler/icons-react'

/** The pages of the dashboard, in the order they are offered. */
export const PAGES = [
  { href: '/', name: 'Home', icon: IconHome },
  { href: '/sessions', name: 'Sessions', icon: IconListDetails },
  { href: '/search', name: 'Search', icon: IconSearch },
  { href: '/memories', name: 'Memories', icon: IconBook2 },
  { href: '/prompts', name: 'Prompts', icon: IconMessage2 },
  { href: '/code', name: 'Code', icon: IconCode },
  { href: '/project', name: 'Project', icon: IconCompass },
  { href: '/books', name: 'Lorebooks', icon: IconSitemap },
  { href: '/insights', name: 'Insights', icon: IconChartBar },
  { href: '/capture', name: 'Capture', icon: IconDeviceLaptop },
  { href: '/health', name: 'Health', icon: IconHeartbeat },
] as const

export type Page = (typeof PAGES)[number]

/** Whether a page, or what belongs to it, is being shown. */
export const isCurrentPage = (href: string, pathname: string): boolean =>
  href === '/'
    ? pathname === '/'
    : pathname.startsWith(href) || (href === '/sessions' && pathname.startsWith('/import'))
