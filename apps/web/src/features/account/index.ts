export { SignInPage } from './sign-in-page.tsx'
export { useMe } from './use-me.ts'
export { UserMenu } from './user-menu.tsx'
