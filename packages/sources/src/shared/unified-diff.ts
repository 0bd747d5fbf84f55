import type { LineChange } from '../turns/changed-lines.ts'

/** The lines a unified diff of one file adds and removes. Its headers are distinguished from changes by their position. */
export const linesOfDiff = (diff: string): LineChange => {
  const addedText: string[] = []
  const removedText: string[] = []
  const isHunked = /^@@/m.test(diff)
  let isInHunk = !isHunked
  for (const line of diff.split(/\r?\n/)) {
    if (line.startsWith('@@')) isInHunk = true
    else if (isHeader(line)) isInHunk = !isHunked
    else if (!isInHunk) continue
    else if (line.startsWith('+')) addedText.push(line.slice(1))
    else if (line.startsWith('-')) removedText.push(line.slice(1))
  }
  return { addedText, removedText }
}

/** The next file of a diff of several begins; within a hunk every line has a mark in front. */
const isHeader = (line: string): boolean => /^(diff --git |Index: |={20})/.test(line)
