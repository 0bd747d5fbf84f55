import { IntegrationsPage } from '../../../../features/integrations/index.ts'

const Page = () => <IntegrationsPage />

export default Page
