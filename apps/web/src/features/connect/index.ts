export { ConnectPage } from './connect-page.tsx'
