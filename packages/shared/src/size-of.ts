/** `25 MiB (26214400 bytes)`: what people read, and what a program can compare. */
export const sizeOf = (bytes: number): string => {
  const mebibytes = bytes / (1024 * 1024)
  return mebibytes >= 1
    ? `${Number(mebibytes.toFixed(1))} MiB (${bytes} bytes)`
    : `${Number((bytes / 1024).toFixed(1))} KiB`
}
