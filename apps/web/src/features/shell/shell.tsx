'use client'

import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Brand } from '../../components/ui/brand.tsx'
import { KeyCap } from '../../components/ui/key-cap.tsx'
import { MakerNote, TeamSwitch, UserMenu } from '../account/index.ts'
import { useShowGuide } from '../home/index.ts'
import { LiveProvider } from '../live/index.ts'
import { ProjectList } from '../projects/index.ts'
import { LiveSign } from './live-sign.tsx'
import { PageLinks } from './page-links.tsx'
import './shell.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** Fetched when they are first opened. */
const CommandPalette = dynamic(() => import('./command-palette.tsx').then((m) => m.CommandPalette))
const KeysDialog = dynamic(() => import('./keys-dialog.tsx').then((m) => m.KeysDialog))

/** Sidebar, top bar of narrow screens, and the page between them. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const overlays = useOverlays()
  const showGuide = useShowGuide()
  return (
    <LiveProvider>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <div className="shell">
        <header className="shell-side">
          <div className="shell-top">
            <Link href="/" className="shell-brand">
              <Brand />
            </Link>
            <TeamSwitch />
          </div>
          <JumpButton onClick={overlays.openPalette} />
          <PageLinks shape="column" />
          <ProjectList />
          <div className="shell-foot">
            <div className="shell-foot-line">
              <LiveSign />
              <ThemeSwitch />
            </div>
            <UserMenu onShowKeys={overlays.openKeys} onShowGuide={showGuide} />
          </div>
        </header>
        <main id="main" className="shell-main" tabIndex={-1}>
          <MakerNote />
          {children}
        </main>
        <PageLinks shape="bar" />
      </div>
      {overlays.wasPaletteOpened && (
        <CommandPalette opened={overlays.isPaletteOpen} onClose={overlays.close} />
      )}
      {overlays.wereKeysOpened && (
        <KeysDialog opened={overlays.areKeysOpen} onClose={overlays.close} />
      )}
    </LiveProvider>
  )
}

type Overlay = 'palette' | 'keys'

/** What lies over the page, and the keys that call it up. */
const useOverlays = () => {
  const router = useRouter()
  const pathname = usePathname()
  const [open, setOpen] = useState<Overlay>()
  const [seen, setSeen] = useState<readonly Overlay[]>([])
  const show = (overlay: Overlay) => {
    setOpen(overlay)
    setSeen((before) => (before.includes(overlay) ? before : [...before, overlay]))
  }
  const toSearch = () => {
    // The search page takes the key itself and puts the cursor into its box.
    if (pathname !== '/search') router.push('/search')
  }
  useHotkeys([
    ['/', toSearch],
    ['shift+?', () => show('keys')],
  ])
  // This one works while somebody types in a box, too.
  useHotkeys([['mod+K', () => show('palette')]], [], true)
  return {
    openPalette: () => show('palette'),
    openKeys: () => show('keys'),
    close: () => setOpen(undefined),
    isPaletteOpen: open === 'palette',
    areKeysOpen: open === 'keys',
    wasPaletteOpened: seen.includes('palette'),
    wereKeysOpened: seen.includes('keys'),
  }
}

const JumpButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className="jump-button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onClick}
  >
    <IconSearch size={15} stroke={1.75} aria-hidden />
    <span className="jump-button-words">Jump to anything</span>
    <span className="jump-button-key" aria-hidden>
      <KeyCap>Ctrl K</KeyCap>
    </span>
  </button>
)
