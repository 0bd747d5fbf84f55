import { userInfo } from 'node:os'
import { createLaunchdService } from './launchd-service.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { createSystemdService } from './systemd-service.ts'
import { createWindowsService } from './windows-service.ts'

type Options = {
  platform: NodeJS.Platform
  run: RunProgram
  home: string
  configHome: string | undefined
  stateDir: string
}

/** How services are kept on this system; undefined where none is known. */
export const findService = (options: Options): ServiceManager | undefined => {
  const { username, uid } = userInfo()
  const user = username
  if (options.platform === 'linux')
    return createSystemdService({ ...options, user, runtimeDir: `/run/user/${uid}` })
  if (options.platform === 'darwin') return createLaunchdService({ ...options, uid })
  if (options.platform === 'win32') return createWindowsService({ ...options, user })
  return undefined
}
