export { ConnectGitLabPage } from './connect-gitlab-page.tsx'
export { ConnectHostPage } from './connect-host-page.tsx'
export { IntegrationsPage } from './integrations-page.tsx'
export { ReturnFromHostPage } from './return-from-host-page.tsx'
