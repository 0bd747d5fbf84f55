'use client'

import { Checkbox } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { PageTitle } from '../../components/ui/page-title.tsx'
import { EmptyState } from '../../components/ui/states.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useMe } from '../account/index.ts'
import { DropZone } from './drop-zone.tsx'
import './import-page.css'
import { sendFile } from './send-file.ts'
import { UploadList } from './upload-list.tsx'
import { createUploadQueue, type Upload } from './upload-queue.ts'

/** Session files from anywhere, read by the server. */
export const ImportPage = () => {
  const me = useMe()
  return (
    <div className="import-page">
      <PageTitle title="Import a transcript" />
      <PageHeader
        title="Import a transcript"
        note="For session files that lie about: of an old machine, a colleague’s, an export."
      />
      {me.data?.role === 'viewer' ? <MayNot /> : <Import />}
    </div>
  )
}

const MayNot = () => (
  <EmptyState title="You may read here, not add" icon={<IconEye size={28} aria-hidden />}>
    <p>Your role in this team is viewer. An admin of your team can make you a member.</p>
  </EmptyState>
)

const NOTHING: readonly Upload[] = []

const Import = () => {
  const queryClient = useQueryClient()
  const [isPrivate, setIsPrivate] = useState(false)
  const [queue] = useState(() =>
    createUploadQueue(sendFile, () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions() })
      void queryClient.invalidateQueries({ queryKey: queryKeys.stats })
      void queryClient.invalidateQueries({ queryKey: queryKeys.projects })
    }),
  )
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, () => NOTHING)
  return (
    <>
      <DropZone
        onFiles={(files) => queue.add(files, { isPrivate })}
        onFolder={(name) => queue.refuse(name, FOLDER)}
      />
      <Checkbox
        className="import-private"
        label="Only I may see these sessions"
        description="Also those that were open to your team until now. Otherwise it is as usual in their project."
        checked={isPrivate}
        onChange={({ currentTarget }) => setIsPrivate(currentTarget.checked)}
      />
      <p className="import-privacy">
        The file goes to this server as it is. Secrets are taken out there before anything is
        stored, by the rules of everybody and of your team; the file itself is thrown away.{' '}
        <code className="tl-mono">lore import --path FILE</code> takes them out on your own machine
        instead, by your own rules and <code className="tl-mono">.loreignore</code> too.
      </p>
      {uploads.length > 0 && (
        <UploadList uploads={uploads} onCancel={queue.cancel} onRetry={queue.retry} />
      )}
    </>
  )
}

const FOLDER =
  'This is a folder. Choose the session files in it, or run `lore import --path FOLDER` on your machine.'
