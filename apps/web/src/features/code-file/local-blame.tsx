'use client'

import { useMutation } from '@tanstack/react-query'
import { BLAME_LIMITS, type Blamed } from '@teamlore/shared/blame'
import { type ChangeEvent, useId } from 'react'
import { ErrorState } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { linesIn, printsOf, type Stretch, stretchesOf } from './fingerprints.ts'
import { StretchList } from './stretch-list.tsx'

const MAX_BYTES = 2_000_000

/**
 * Who wrote each line of a copy that somebody has of the file. It is read in the browser, and only fingerprints of its lines are
 * asked about, so that code stays where it is.
 */
export const LocalBlame = ({ path }: { path: string }) => {
  const api = useApi()
  const input = useId()
  const blame = useMutation({
    mutationFn: async (file: File): Promise<Stretch[]> => {
      if (file.size > MAX_BYTES) throw new Error('The file is larger than 2 MB.')
      const texts = linesIn(await file.text())
      const prints = await printsOf(texts)
      const blames: (Blamed | undefined)[] = new Array(texts.length).fill(undefined)
      const asked = prints.flatMap((print, at) => (print === null ? [] : [{ print, at }]))
      for (let from = 0; from < asked.length; from += BLAME_LIMITS.maxLines) {
        const portion = asked.slice(from, from + BLAME_LIMITS.maxLines)
        const blamed = await api.blame({
          lines: portion.map(({ print }) => ({ path, sha: null, print })),
        })
        portion.forEach(({ at }, n) => {
          blames[at] = blamed.answers[blamed.lines[n] ?? -1]
        })
      }
      return stretchesOf(texts, blames)
    },
  })
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    if (file !== undefined) blame.mutate(file)
  }
  return (
    <section aria-labelledby="code-file-blame">
      <h2 id="code-file-blame">Who wrote its lines</h2>
      <p className="code-file-note">
        <label htmlFor={input}>Open your copy of this file.</label> It stays in the browser: only
        fingerprints of its lines are sent. <code>lore blame {plainLine(path)}</code> also asks git.
      </p>
      <input id={input} type="file" className="blame-choose" onChange={choose} />
      {blame.isPending && <p className="code-file-note">Asking …</p>}
      {blame.isError && <ErrorState title="The lines could not be shown" error={blame.error} />}
      {blame.data && <Lines stretches={blame.data} />}
    </section>
  )
}

const Lines = ({ stretches }: { stretches: readonly Stretch[] }) => {
  const lines = stretches.reduce((sum, { texts }) => sum + texts.length, 0)
  const bySession = stretches
    .filter(({ session }) => session !== null)
    .reduce((sum, { texts }) => sum + texts.length, 0)
  return (
    <>
      <p className="code-file-note">
        {count(lines, 'line')}, {bySession} of them by sessions.
      </p>
      <StretchList stretches={stretches} />
    </>
  )
}
