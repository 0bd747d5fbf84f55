import type { ReactNode } from 'react'
import { plainLine } from '../../lib/format/plain-text.ts'

const SCHEMES = ['http:', 'https:', 'mailto:']

/** The address when a browser may follow it, else undefined. Relative ones lead nowhere here: they meant another place. */
export const followable = (href: string | undefined): string | undefined => {
  if (href === undefined) return undefined
  try {
    const url = new URL(href)
    return SCHEMES.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** A link out of a session. It opens elsewhere, shows nobody where it came from, and shows its address on hover. */
export const SafeLink = ({ href, children }: { href: string | undefined; children: ReactNode }) => {
  const address = followable(href)
  if (address === undefined) {
    return <span title={href ? plainLine(href) : undefined}>{children}</span>
  }
  return (
    <a
      className="tl-link"
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={plainLine(address)}
    >
      {children}
    </a>
  )
}
