import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

/** Whether this machine can have one. */
export const hasSmallDisks = (): boolean => {
  const disk = mountSmallDisk(4_096)
  disk?.unmount()
  return disk !== undefined
}

/** A disk of its own, so small that it can be filled; undefined where none can be had: that takes Linux and root. */
export const mountSmallDisk = (bytes: number) => {
  const path = mkdtempSync(join(tmpdir(), 'teamlore-disk-'))
  const filling = join(path, 'filling')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
  return {
    path,
    /** Leaves no room for a single byte. */
    fill: (): void => {
      const block = Buffer.alloc(4_096)
      for (;;) {
        try {
          appendFileSync(filling, block)
        } catch {
          return
        }
      }
    },
    makeRoom: (): void => rmSync(filling, { force: true }),
    unmount: (): void => {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true })
    },
  }
}
