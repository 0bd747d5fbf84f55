'use client'

import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import Link from 'next/link'
import { useMe } from '../account/index.ts'

/** The way to the page on which files are handed in, for those who may. */
export const ImportLink = () => {
  const { data } = useMe()
  if (data === undefined || data.role === 'viewer') return null
  return (
    <Button
      component={Link}
      href="/import"
      size="xs"
      variant="default"
      leftSection={<IconFileImport size={14} aria-hidden />}
    >
      Import a transcript
    </Button>
  )
}
