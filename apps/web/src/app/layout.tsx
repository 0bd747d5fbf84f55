import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './providers.tsx'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '../styles/mantine.css'
import '../styles/tokens.css'
import '../styles/base.css'

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf9f5' },
    { media: '(prefers-color-scheme: dark)', color: '#141512' },
  ],
}

const RootLayout = async ({ children }: { children: ReactNode }) => {
  // Made for each request by proxy.ts; reading it keeps every page out of the static cache, where no nonce could be.
  const nonce = (await headers()).get('x-nonce') ?? ''
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}

export default RootLayout
