'use client'

import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useId, useState } from 'react'
import type { PaletteItem } from './palette-items.ts'
import { usePaletteItems } from './use-palette-items.ts'
import './command-palette.css'
import { OVERLAY } from '../../components/ui/overlay.ts'

/** Ctrl-K: type a few letters, press Enter, be there. A combobox with a list below it. */
export const CommandPalette = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal
    opened={opened}
    onClose={onClose}
    withCloseButton={false}
    lockScroll={false}
    overlayProps={OVERLAY}
    size={600}
    padding={0}
    yOffset="12vh"
    attributes={{ content: { 'aria-label': 'Jump to anything' } }}
    transitionProps={{ duration: 100, transition: 'fade' }}
    classNames={{ content: 'palette' }}
  >
    {/* Mounted again each time it opens, so it begins empty. */}
    <PaletteBody isOpen={opened} onClose={onClose} />
  </Modal>
)

const PaletteBody = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const router = useRouter()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(0)
  const items = usePaletteItems(query, isOpen)
  const at = Math.min(selected, Math.max(0, items.length - 1))

  const go = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    router.push(typeof item.href === 'string' ? item.href : item.href())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setSelected((at + step + items.length) % Math.max(1, items.length))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(items[at])
  }
  const optionId = (index: number) => `${listId}-${index}`
  return (
    <>
      <div className="palette-box">
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          className="palette-input"
          placeholder="Search, or jump to a page, project or session"
          aria-label="Search, or jump to a page, project or session"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setSelected(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" role="listbox" id={listId} aria-label="Suggestions">
        {items.map((item, index) => (
          <PaletteOption
            key={item.id}
            id={optionId(index)}
            item={item}
            heading={items[index - 1]?.group === item.group ? undefined : item.group}
            isSelected={index === at}
            onPoint={() => setSelected(index)}
            onChoose={() => go(item)}
          />
        ))}
      </div>
    </>
  )
}

const PaletteOption = ({
  id,
  item,
  heading,
  isSelected,
  onPoint,
  onChoose,
}: {
  id: string
  item: PaletteItem
  heading: string | undefined
  isSelected: boolean
  onPoint: () => void
  onChoose: () => void
}) => (
  <>
    {heading && (
      <div className="palette-heading" aria-hidden>
        {heading}
      </div>
    )}
    {/* The keyboard stays in the box above, as the combobox pattern has it; this is for the pointer. */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox */}
    <div
      id={id}
      ref={isSelected ? keepInView : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className="palette-option"
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <span className="palette-title tl-foreign">{item.title}</span>
      {item.detail && <span className="palette-detail tl-foreign">{item.detail}</span>}
    </div>
  </>
)

const keepInView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
