'use client'

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useChange } from '../../components/ui/use-change.tsx'

/** Makes something that has a name: it asks for the name, then for what else there is to choose. */
export const NamedForm = ({
  opener,
  label,
  description,
  placeholder,
  submit,
  failed,
  of,
  make,
  children,
}: {
  /** What the button says behind which it waits; without one it is open. */
  opener?: string
  label: string
  description?: string
  placeholder?: string
  submit: string
  failed: string
  /** The list it will stand in. */
  of: readonly string[]
  make: (name: string) => Promise<void>
  children: ReactNode
}) => {
  const [isOpen, setOpen] = useState(opener === undefined)
  const [name, setName] = useState('')
  const change = useChange(
    async () => {
      await make(name.trim())
      setName('')
      setOpen(opener === undefined)
    },
    { of, failed },
  )
  if (!isOpen)
    return (
      <div className="settings-buttons">
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {opener}
        </Button>
      </div>
    )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form className="settings-form" onSubmit={onSubmit}>
      <TextInput
        label={label}
        description={description}
        placeholder={placeholder}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
      <div className="settings-buttons">
        <Button type="submit" size="xs" loading={change.isPending} disabled={name.trim() === ''}>
          {submit}
        </Button>
        {opener !== undefined && (
          <Button size="xs" variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
