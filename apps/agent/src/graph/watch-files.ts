import { relative } from 'node:path'
import { watch } from 'chokidar'

const SETTLE_MS = 1_000
const SKIPPED = /(^|[\\/])(?:\.git|node_modules|dist|build|target|\.next|__pycache__)([\\/]|$)/

/** Yields once at the beginning and then after each change, when the files have been at rest for a second. */
export async function* watchFiles(root: string, signal: AbortSignal): AsyncGenerator<void> {
  let wake = (): void => undefined
  let isDirty = true
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(root, {
    ignored: (path) => SKIPPED.test(relative(root, path)),
    ignoreInitial: true,
    followSymlinks: false,
  })
  const changed = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isDirty = true
      wake()
    }, SETTLE_MS)
  }
  watcher.on('all', changed)
  signal.addEventListener('abort', () => wake())
  try {
    while (!signal.aborted) {
      if (isDirty) {
        isDirty = false
        yield
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    clearTimeout(timer)
    await watcher.close()
  }
}
