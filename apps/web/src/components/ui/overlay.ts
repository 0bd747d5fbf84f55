/** What dims the page behind a dialog: enough to leave it, not enough to lose it. */
export const OVERLAY = { color: '#1a1812', backgroundOpacity: 0.32 }
