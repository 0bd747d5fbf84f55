import { Button } from '@mantine/core'
import { withBase } from '../../lib/base-path.ts'

/** All of one's own as one file; made while it is taken, so nothing waits here. */
export const OwnData = () => (
  <section className="settings-section" aria-labelledby="settings-own-data">
    <h2 id="settings-own-data">What is yours</h2>
    <p className="settings-note">
      Who you are, every session of yours with its whole transcript, and every memory that you
      wrote, as lines of JSON. The last line counts the others. <code>lore export --mine</code>{' '}
      writes them as files, in Markdown as well; <code>lore import --from teamlore</code> brings the
      file to another team.
    </p>
    <div className="settings-row">
      <Button component="a" href={withBase('/v1/me/export')} download size="sm" variant="default">
        Download all of it
      </Button>
    </div>
  </section>
)
