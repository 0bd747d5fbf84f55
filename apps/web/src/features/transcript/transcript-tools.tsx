'use client'

import { Popover } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconFold,
  IconList,
} from '@tabler/icons-react'
import { memo, useState, useSyncExternalStore } from 'react'
import { useTranscriptContext } from './parts/transcript-context.ts'
import { PromptLinks } from './prompt-links.tsx'
import './transcript-tools.css'
import type { OutlinePrompt } from './use-session-prompts.ts'

type TranscriptToolsProps = {
  prompts: readonly OutlinePrompt[]
  current: number
  onJump: (messageId: string) => void
}

/** The bar that stays above the rows: where one is, and the ways on. */
export const TranscriptTools = memo(({ prompts, current, onJump }: TranscriptToolsProps) => {
  const [isListOpen, setListOpen] = useState(false)
  const jump = (place: number) => {
    const prompt = prompts[place]
    if (prompt) onJump(prompt.id)
  }
  useHotkeys([
    ['n', () => jump(current + 1)],
    ['p', () => jump(current - 1)],
  ])
  return (
    <div className="transcript-tools">
      <Popover
        opened={isListOpen}
        onChange={setListOpen}
        position="bottom-start"
        shadow="md"
        withinPortal={false}
      >
        <Popover.Target>
          <button
            type="button"
            className="transcript-tool transcript-tool-list"
            title="All prompts"
            onClick={() => setListOpen(!isListOpen)}
          >
            <IconList size={15} stroke={1.75} aria-hidden />
            <span className="transcript-tool-word">Prompts</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown className="transcript-tool-dropdown">
          <PromptLinks
            prompts={prompts}
            current={current}
            onJump={(id) => {
              setListOpen(false)
              onJump(id)
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <span className="transcript-where">
        {prompts.length === 0 ? 'No prompts' : `Prompt ${current + 1} of ${prompts.length}`}
      </span>
      <ToolButton
        label="Previous prompt (p)"
        icon={IconArrowUp}
        isOff={current <= 0}
        onClick={() => jump(current - 1)}
      />
      <ToolButton
        label="Next prompt (n)"
        icon={IconArrowDown}
        isOff={current >= prompts.length - 1}
        onClick={() => jump(current + 1)}
      />
      <ToolButton
        label="To the top"
        icon={IconArrowBarToUp}
        isOff={false}
        onClick={() => scrollTo({ top: 0 })}
      />
      <FoldAll />
    </div>
  )
})
TranscriptTools.displayName = 'TranscriptTools'

const FoldAll = () => {
  const { folds } = useTranscriptContext()
  const areOpen = useSyncExternalStore(folds.subscribe, folds.areAllOpen, () => false)
  return (
    <button
      type="button"
      className="transcript-tool transcript-tool-fold"
      aria-pressed={areOpen}
      onClick={() => folds.setAll(!areOpen)}
    >
      <IconFold size={15} stroke={1.75} aria-hidden />
      <span className="transcript-tool-word">{areOpen ? 'Fold all' : 'Unfold all'}</span>
    </button>
  )
}

const ToolButton = ({
  label,
  icon: Icon,
  isOff,
  onClick,
}: {
  label: string
  icon: typeof IconArrowUp
  isOff: boolean
  onClick: () => void
}) => (
  <button
    type="button"
    className="transcript-tool"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon size={15} stroke={1.75} aria-hidden />
  </button>
)
