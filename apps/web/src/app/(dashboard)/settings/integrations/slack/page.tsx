import { ReturnFromSlackPage } from '../../../../../features/slack/index.ts'

const Page = () => <ReturnFromSlackPage />

export default Page
