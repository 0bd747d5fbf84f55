import { readdirSync, readFileSync } from 'node:fs'

/** A part of a text file that begins with a line `= …`, with the name of its file and its place there. */
export type TextPart = { part: string; name: string; place: number }

/** The parts of all text files of a folder of `bench/data`, in order of the names of the files. */
export const readTextParts = (folder: string): TextPart[] => {
  const data = new URL(`../data/${folder}/`, import.meta.url)
  return readdirSync(data)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) =>
      readFileSync(new URL(file, data), 'utf8')
        .split(/^= /m)
        .slice(1)
        .map((part, place) => ({ part, name: file.replace('.txt', ''), place })),
    )
}
