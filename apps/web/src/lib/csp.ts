/**
 * The Content-Security-Policy of every page. Scripts run only with the nonce of this very response; nothing is loaded
 * from, or sent to, another origin. Style attributes stay allowed: the component kit positions its popovers with them.
 */
export const contentSecurityPolicy = ({
  nonce,
  isDevelopment,
  leadsElsewhere = false,
}: {
  nonce: string
  isDevelopment: boolean
  /** A form of the page goes to a host that an admin names, as that by which GitHub is asked for an app. */
  leadsElsewhere?: boolean
}): string =>
  [
    "default-src 'none'",
    // Development needs eval for React's error stacks.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self'${leadsElsewhere ? ' https: http:' : ''}`,
    "frame-ancestors 'none'",
  ].join('; ')
