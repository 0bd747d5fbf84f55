import { WebhooksPage } from '../../../../../features/webhooks/index.ts'

const Page = () => <WebhooksPage />

export default Page
