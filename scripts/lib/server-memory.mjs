// How the all-in-one server is started so that it gives memory back. What each is worth: docs/adr/0014-memory-of-the-server.md.

/** Large pieces go back to the system as soon as they are free; glibc keeps them otherwise. Other systems ignore it. */
export const settings = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

export const flags = [
  // The space for new objects is three times this, grows with a burst of work and stays as it is then.
  '--max-semi-space-size=4',
  // Each thread that compiles WASM leaves pieces of its memory behind; the default is four.
  '--v8-pool-size=2',
]
