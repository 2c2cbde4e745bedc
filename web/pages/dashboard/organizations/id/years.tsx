import { Link } from 'react-router'
import { yearOf, yearWords } from '#domain/fiscal-year.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { dateIn } from '#domain/zone.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'

/** The way to this year and, for those who file it now, to the one before (R76). */
export function Years({ organization }: { organization: OwnOrganization }) {
  const { id, timeZone, fiscalYearFrom: from } = organization
  const year = yearOf(dateIn(timeZone, new Date(useNow())), from)
  return (
    <section
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5"
      aria-labelledby="years"
    >
      <div>
        <Heading level={2} id="years">
          Yearly figures
        </Heading>
        <p className="quiet mt-1 max-w-[64ch]">
          What was collected, refunded, paid out and owed in a calendar or fiscal year, for your board and
          your tax return.
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Link to={paths.organizationYear(id, year)} className={buttonClass()}>
          {yearWords({ year, from })} so far
        </Link>
        <Link to={paths.organizationYear(id, year - 1)} className={buttonClass()}>
          {yearWords({ year: year - 1, from })}
        </Link>
      </div>
    </section>
  )
}
