import { SettingsPage } from '../../../features/settings/index.ts'

const Page = () => <SettingsPage />

export default Page
