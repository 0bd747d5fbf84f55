import type { JobHealth } from '@teamlore/shared'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { jobTitle } from './job-titles.ts'

const COLUMNS = ['waiting', 'active', 'delayed', 'dead'] as const

/** Every kind of job with how many there are in each state. */
export const JobTable = ({ jobs }: { jobs: JobHealth['jobs'] }) =>
  jobs.length === 0 ? null : (
    <section className="health-section">
      <h2>Jobs</h2>
      <ScrollBox label="Jobs by state" className="health-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Job</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <tr key={job.name}>
                <th scope="row">{plainLine(jobTitle(job.name))}</th>
                {COLUMNS.map((column) => (
                  <td key={column} data-zero={job[column] === 0 || undefined} data-column={column}>
                    {wholeNumber(job[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
