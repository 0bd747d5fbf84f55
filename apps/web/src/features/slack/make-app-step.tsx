import type { StartedSlack } from '@teamlore/shared/slack'

/** The first step of either way. */
export const MakeAppStep = ({ started }: { started: StartedSlack }) => (
  <p>
    1.{' '}
    <a href={started.create_url} target="_blank" rel="noreferrer">
      Make the app at Slack
    </a>
    . The manifest is filled in: choose your workspace, look at what the app may do, and create it.
  </p>
)

/** What is left to do once the workspace has let the app in. */
export const LastSteps = () => (
  <>
    <p>
      Then invite the app to the channels where it is to answer: <code>/invite @lore</code>. In a
      private channel of members alone it answers everybody, in any other who asks alone.
    </p>
    <p>
      <em>Test</em>, under Integrations, says in words what is wrong, if anything is.
    </p>
  </>
)
