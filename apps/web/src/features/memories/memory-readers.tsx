'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { readerWords } from './memory-use-words.ts'

const DAYS = 28

/** Who was given a memory in the last weeks. Nothing where nobody was, or where that cannot be loaded: the page is about the memory. */
export const MemoryReaders = ({ id }: { id: string }) => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: queryKeys.memories({ readers: id }),
    queryFn: ({ signal }) => api.memories.readers(id, { days: DAYS }, { signal }),
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <details className="memory-readers">
      <summary>Given to agents and people since {data.since}</summary>
      <ul>
        {data.items.map((line) => (
          <li key={`${line.on} ${line.reader} ${line.door} ${line.person?.id ?? ''}`}>
            {plainLine(readerWords(line))}
          </li>
        ))}
      </ul>
    </details>
  )
}
