'use client'

import { IconLink } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@teamlore/shared'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
import { useApi } from '../../../lib/api.tsx'
import { clockTime, fullMoment } from '../../../lib/format/time.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { ForgetButton } from '../../forgetting/index.ts'
import { messageText } from '../model/message-text.ts'
import { useTranscriptContext } from './transcript-context.ts'
import './row-head.css'
import { serverAddress } from '../../../lib/base-path.ts'

/** Who, when, and what can be done with a message. */
export const RowHead = ({ message, children }: { message: Message; children?: ReactNode }) => {
  const api = useApi()
  const { authorId } = useTranscriptContext()
  const queryClient = useQueryClient()
  const wholeText = async () => {
    if (message.blocks.every(({ truncated_chars }) => truncated_chars === 0)) {
      return messageText(message)
    }
    const whole = await queryClient.fetchQuery({
      queryKey: queryKeys.message(message.id),
      queryFn: ({ signal }) => api.messages.get(message.id, { signal }),
      staleTime: 5 * 60_000,
    })
    return messageText(whole)
  }
  return (
    <div className="row-head">
      {children}
      {message.is_abandoned && (
        <span className="row-head-abandoned" title="This part was rewound or edited away">
          abandoned
        </span>
      )}
      {message.ts && (
        <time className="row-head-time" dateTime={message.ts} title={fullMoment(message.ts)}>
          {clockTime(message.ts)}
        </time>
      )}
      <span className="row-head-tools">
        <CopyButton text={() => linkTo(message)} label="Copy a link to here" icon={IconLink} />
        <CopyButton text={wholeText} label="Copy the text" />
        <ForgetButton
          thing={{ kind: 'message', id: message.id }}
          ownerId={authorId}
          isSmall
          onForgotten={() => undefined}
        />
      </span>
    </div>
  )
}

const linkTo = (message: Message): string =>
  `${serverAddress()}/sessions/${message.session_id}#${message.id}`
