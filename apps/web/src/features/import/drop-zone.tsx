'use client'

import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import './drop-zone.css'

/** Where files are dropped, or chosen by a click or the keyboard. Folders come by their names alone. */
export const DropZone = ({
  onFiles,
  onFolder,
}: {
  onFiles: (files: File[]) => void
  onFolder: (name: string) => void
}) => {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const files: File[] = []
    for (const item of event.dataTransfer.items) {
      const file = item.getAsFile()
      if (file === null) continue
      if (item.webkitGetAsEntry()?.isDirectory === true) onFolder(file.name)
      else files.push(file)
    }
    onFiles(files)
  }
  const input = useRef<HTMLInputElement>(null)
  const takeChosen = () => {
    const chosen = [...(input.current?.files ?? [])]
    if (input.current === null || chosen.length === 0) return
    // The same file may be chosen again.
    input.current.value = ''
    onFiles(chosen)
  }
  // Whoever is quick chooses before the page has come alive.
  useEffect(takeChosen)
  return (
    <label
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={32} stroke={1.25} aria-hidden />
      <span className="drop-zone-title">Drop session files here, or choose them</span>
      <span className="drop-zone-note">
        As your coding tool wrote them: .jsonl, .json, .md, .db, .vscdb, or one of these packed with
        gzip. Which tool a file is of is seen by what it holds.
      </span>
      <input
        ref={input}
        type="file"
        multiple
        className="drop-zone-input"
        aria-label="Session files"
        onChange={takeChosen}
      />
    </label>
  )
}
