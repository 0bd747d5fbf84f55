import { HoldoutPage } from '../../../../../../features/holdout/index.ts'

const Page = () => <HoldoutPage />

export default Page
