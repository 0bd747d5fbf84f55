/** What the app asks for, and what for: no more than that. */
export const SLACK_SCOPES: Readonly<Record<string, string>> = {
  'app_mentions:read': 'Questions by mention',
  'channels:history': 'Finds its own answers again after an interruption, in public channels',
  'channels:read': 'Who is in a public channel, and whether other organisations are',
  'chat:write': 'Answers, and the digest',
  commands: 'The command /lore, and the shortcut Remember this',
  'groups:history': 'Finds its own answers again after an interruption, in private channels',
  'groups:read': 'Who is in a private channel that it was invited to',
  'im:history': 'Questions in a direct message to it',
  'im:read': 'Whether a channel is a direct message to it',
  'links:read': 'Links to Teamlore, to show what is behind them',
  'links:write': 'Shows what is behind links to Teamlore',
  'users:read': 'Who asks',
  'users:read.email': 'Which member of the team that is, by the confirmed address',
}

type Asked = { pagesUrl: string; hookUrl: string; bySocket: boolean }

/** The app that Slack is asked to make, as its manifest. */
export const manifestOf = ({ pagesUrl, hookUrl, bySocket }: Asked): string => {
  // By a socket Slack sends to no address, and takes a manifest that names none.
  const url = bySocket ? undefined : hookUrl
  return JSON.stringify({
    display_information: {
      name: 'Teamlore',
      description: 'Answers out of what the team knows',
      background_color: '#1f2937',
    },
    features: {
      bot_user: { display_name: 'lore', always_online: true },
      app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      slash_commands: [
        {
          command: '/lore',
          url,
          description: 'Ask what the team knows',
          usage_hint: 'why do we retry exports?',
          should_escape: true,
        },
      ],
      shortcuts: [
        {
          name: 'Remember this',
          type: 'message',
          callback_id: 'remember',
          description: 'Makes a draft in Teamlore out of this message',
        },
      ],
      unfurl_domains: [new URL(pagesUrl).hostname],
    },
    oauth_config: {
      redirect_urls: bySocket ? undefined : [redirectOf(pagesUrl)],
      scopes: { bot: Object.keys(SLACK_SCOPES) },
    },
    settings: {
      event_subscriptions: {
        request_url: url,
        bot_events: [
          'app_mention',
          'app_uninstalled',
          'link_shared',
          'message.im',
          'tokens_revoked',
        ],
      },
      interactivity: { is_enabled: true, request_url: url },
      org_deploy_enabled: false,
      socket_mode_enabled: bySocket,
      token_rotation_enabled: false,
    },
  })
}

/** Where Slack sends the browser back to. */
export const redirectOf = (pagesUrl: string): string => `${pagesUrl}/settings/integrations/slack`
