export { SettingsPage } from './settings-page.tsx'
export { UsagePage } from './usage-page.tsx'
