/** Accounts that GitLab makes for tokens of projects and groups, and for services. */
const BOT = /^(?:project|group)_\d+_bot|^service_account_/

export const isBotName = (username: string): boolean => BOT.test(username)
