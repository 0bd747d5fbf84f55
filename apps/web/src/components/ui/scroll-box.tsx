import type { ReactNode } from 'react'

/**
 * A box that scrolls by itself. It takes the focus, so that the keyboard can scroll it, and has a name; a group, not a
 * region: a transcript has hundreds of them, and regions are for finding one's way.
 */
export const ScrollBox = ({
  label,
  className,
  wraps = false,
  children,
}: {
  label: string
  className: string
  /** Long lines are broken instead of scrolled. */
  wraps?: boolean
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/useSemanticElements: the element for groups belongs to forms
  <div
    role="group"
    className={className}
    aria-label={label}
    data-wrap={wraps || undefined}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    tabIndex={0}
  >
    {children}
  </div>
)
