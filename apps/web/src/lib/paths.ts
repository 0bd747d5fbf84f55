/** Loaded as a document of its own, as its policy lets a form go to the host that is connected. */
export const CONNECT_PATH = '/settings/integrations/connect'
export const CONNECT_SLACK_PATH = '/settings/integrations/slack/connect'
