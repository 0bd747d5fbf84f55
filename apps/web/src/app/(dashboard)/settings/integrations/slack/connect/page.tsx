import { ConnectSlackPage } from '../../../../../../features/slack/index.ts'

const Page = () => <ConnectSlackPage />

export default Page
