import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { HookPlaces } from './hook-places.ts'

type Places = Pick<HookPlaces, 'data' | 'handoverOff'>

/** Hooks look for this file each time, so it holds at once, for sessions that run as well. */
export const setHandover = async (isOn: boolean, { data, handoverOff }: Places): Promise<void> => {
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (isOn) await rm(handoverOff, { force: true })
  else await writeFile(handoverOff, '', { mode: 0o600 })
}

/** Whether agents are asked what their sessions found. */
export const isHandoverOn = ({ handoverOff }: Pick<Places, 'handoverOff'>): boolean =>
  !existsSync(handoverOff)
