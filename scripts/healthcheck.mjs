// For containers: ends with 0 when the address answers 2xx within two seconds.
const answer = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(2_000) }).catch(
  () => undefined,
)
process.exit(answer?.ok ? 0 : 1)
