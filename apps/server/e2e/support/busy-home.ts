import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'
import { TOOL_WRITERS, type ToolWriter } from './tool-writers.ts'

type Session = { id: string; writer: ToolWriter; file: string; last: string | null }

/** A home folder in which several tools write sessions in random steps, and what they wrote, known from nowhere else. */
export const createBusyHome = (random: Random) => {
  const home = mkdtempSync(join(tmpdir(), 'teamlore-home-'))
  const sessions: Session[] = []
  /** Texts by session, in the order they were written. */
  const written = new Map<string, string[]>()
  let isWriting = true

  const begin = (writer: ToolWriter): Session => {
    const id = randomUUID()
    const session = { id, writer, file: join(home, writer.pathOf(id)), last: null }
    mkdirSync(dirname(session.file), { recursive: true })
    for (const record of writer.head(id))
      appendFileSync(session.file, `${JSON.stringify(record)}\n`)
    sessions.push(session)
    written.set(id, [])
    return session
  }

  const textOf = (texts: readonly string[], id: string): string =>
    `Why does berth ${texts.length} of ${id.slice(0, 8)} refuse? ${'It is long. '.repeat(random.between(0, 40))}`.trim()

  /** Some lines come in pieces, some begin and end in different writes. */
  const write = async (file: string, line: string): Promise<void> => {
    if (random.next() < 0.7) return appendFileSync(file, line)
    const bytes = Buffer.from(line)
    const cut = random.between(1, bytes.length - 1)
    appendFileSync(file, bytes.subarray(0, cut))
    await pause(random.between(0, 800))
    appendFileSync(file, bytes.subarray(cut))
  }

  const say = async (session: Session): Promise<void> => {
    const { id: name, writer, file, last } = session
    const texts = written.get(name) ?? []
    const text = textOf(texts, name)
    const id = randomUUID()
    const said = writer.prompt({ session: name, nth: texts.length + 1, id, before: last, text })
    session.last = id
    texts.push(text)
    await write(file, `${JSON.stringify(said)}\n`)
  }

  return {
    home,
    written,
    toolOf: (session: string): string =>
      sessions.find(({ id }) => id === session)?.writer.tool ?? 'none',
    /** Writes until it is stopped, and pauses while there is too much; new sessions begin now and then. */
    keepWriting: async (isTooMuch: () => boolean): Promise<void> => {
      for (const writer of TOOL_WRITERS) await say(begin(writer))
      while (isWriting) {
        if (isTooMuch()) {
          await pause(500)
          continue
        }
        const session =
          random.next() < 0.05 ? begin(random.pick(TOOL_WRITERS)) : random.pick(sessions)
        for (let burst = random.between(1, 4); burst > 0; burst--) await say(session)
        await pause(random.between(10, 250))
      }
    },
    stopWriting: (): void => {
      isWriting = false
    },
    dispose: (): void => rmSync(home, { recursive: true, force: true }),
  }
}

export type BusyHome = ReturnType<typeof createBusyHome>
