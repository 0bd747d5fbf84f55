import { ReturnFromHostPage } from '../../../../../features/integrations/index.ts'

const Page = () => <ReturnFromHostPage />

export default Page
