'use client'

import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import './dialog.css'
import { OVERLAY } from './overlay.ts'

/** Something to be read and decided on before anything else. */
export const Dialog = ({
  title,
  opened,
  onClose,
  buttons,
  children,
}: {
  title: string
  opened: boolean
  onClose: () => void
  buttons: ReactNode
  children: ReactNode
}) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={<span className="dialog-title">{title}</span>}
    size="lg"
    closeButtonProps={{ 'aria-label': 'Close' }}
    // The kit makes it a <header>, which would be one of the page.
    attributes={{ header: { role: 'presentation' } }}
    lockScroll={false}
    overlayProps={OVERLAY}
  >
    <div className="dialog">
      {children}
      <div className="dialog-buttons">{buttons}</div>
    </div>
  </Modal>
)
