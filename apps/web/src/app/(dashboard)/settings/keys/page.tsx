import { KeysPage } from '../../../../features/settings/index.ts'

const Page = () => <KeysPage />

export default Page
