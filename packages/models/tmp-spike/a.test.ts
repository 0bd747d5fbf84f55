import { test } from 'vitest'
test('x', async () => { await import('./main3.ts'); await new Promise((r) => setTimeout(r, 1500)) })
