import { ProjectsPage } from '../../../../features/settings/index.ts'

const Page = () => <ProjectsPage />

export default Page
