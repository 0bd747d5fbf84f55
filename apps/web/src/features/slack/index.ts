export { ConnectSlackPage } from './connect-slack-page.tsx'
export { ReturnFromSlackPage } from './return-from-slack-page.tsx'
export { SlackSection } from './slack-section.tsx'
