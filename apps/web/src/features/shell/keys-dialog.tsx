'use client'

import { Modal } from '@mantine/core'
import { KeyCap } from '../../components/ui/key-cap.tsx'
import './keys-dialog.css'
import { OVERLAY } from '../../components/ui/overlay.ts'

const KEYS = [
  {
    where: 'Everywhere',
    keys: [
      { press: ['Ctrl', 'K'], does: 'Jump to anything' },
      { press: ['/'], does: 'Go to the search box' },
      { press: ['?'], does: 'Show these keys' },
    ],
  },
  {
    where: 'In lists and results',
    keys: [
      { press: ['j'], does: 'Next' },
      { press: ['k'], does: 'Previous' },
      { press: ['Enter'], does: 'Open' },
    ],
  },
  {
    where: 'In a transcript',
    keys: [
      { press: ['n'], does: 'Next prompt' },
      { press: ['p'], does: 'Previous prompt' },
    ],
  },
] as const

/** All keyboard shortcuts. */
export const KeysDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Keyboard shortcuts"
    size="sm"
    closeButtonProps={{ 'aria-label': 'Close' }}
    // The kit makes it a <header>, which would be one of the page.
    attributes={{ header: { role: 'presentation' } }}
    lockScroll={false}
    overlayProps={OVERLAY}
  >
    <div className="keys-dialog">
      {KEYS.map(({ where, keys }) => (
        <section key={where}>
          <h3>{where}</h3>
          <dl>
            {keys.map(({ press, does }) => (
              <div key={does}>
                <dt>
                  {press.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Modal>
)
