/** Title of the browser's tab: what the page shows first, then the product. */
export const PageTitle = ({ title }: { title: string }) => <title>{`${title} · Teamlore`}</title>
