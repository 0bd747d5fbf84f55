/** Whether an address is one that this machine alone reaches. */
export const isLocal = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\./.test(hostname)
}
