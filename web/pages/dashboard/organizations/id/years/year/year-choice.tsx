import { Link, useNavigate } from 'react-router'
import { MONTHS, monthName, yearOf, yearWords } from '#domain/fiscal-year.ts'
import type { OrganizationYear } from '#domain/schemas/year.ts'
import { earliestDay } from '#domain/zone.ts'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { paths } from '#web/paths.ts'
import { yearFile, yearSearch } from '#web/queries/years.ts'
import { useNow } from '#web/site/session.ts'
import { FieldFrame } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

const STARTS = MONTHS.map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }))
const MONEY = [
  { value: 'live', label: 'Real money' },
  { value: 'sandbox', label: 'Test money' },
]

/** Which year, in which month it starts, and which money: all of it is in the address. */
export function YearChoice({ year }: { year: OrganizationYear }) {
  const navigate = useNavigate()
  const now = useNow()
  const go = (to: { year?: number; from?: string; money?: string }): void => {
    const { from, money } = { from: year.from, money: year.moneyMode, ...to }
    const search = yearSearch({ from, money })
    void navigate(`${paths.organizationYear(year.organizationId, to.year ?? year.year)}${search}`, {
      preventScrollReset: true,
    })
  }
  const years = [...new Set([year.year, ...year.years])].sort((a, b) => b - a)
  return (
    <div className="flex flex-wrap items-end gap-3 max-md:w-full max-md:gap-2.5 max-md:*:flex-auto">
      <FieldFrame label="Year">
        {(ids) => (
          <Select
            ids={ids}
            className="w-full"
            value={String(year.year)}
            options={years.map((one) => ({
              value: String(one),
              label: yearWords({ year: one, from: year.from }),
            }))}
            onChange={(one) => go({ year: Number(one) })}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Year starts in">
        {(ids) => (
          <Select
            ids={ids}
            className="w-full"
            value={year.from}
            options={STARTS}
            // Not a year that has not begun: in March, the one from July began last year.
            onChange={(from) =>
              go({ from, year: Math.min(year.year, yearOf(earliestDay(new Date(now)), from)) })
            }
          />
        )}
      </FieldFrame>
      {year.hasOther && (
        <FieldFrame label="Money">
          {(ids) => (
            <Select
              ids={ids}
              className="w-full"
              value={year.moneyMode}
              options={MONEY}
              onChange={(money) => go({ money })}
            />
          )}
        </FieldFrame>
      )}
      {year.progress !== 'ahead' && year.campaignsCount > 0 && <SavePdf path={yearFile('year.pdf', year)} />}
      <OtherThanUsual year={year} />
    </div>
  )
}

/** Where to set what is chosen here, so that it need not be chosen each time. */
function OtherThanUsual({ year: { organizationId, from, fiscalYearFrom } }: { year: OrganizationYear }) {
  if (from === fiscalYearFrom) return null
  return (
    <p className="quiet fine w-0 min-w-full">
      The fiscal year is set to start in {monthName(fiscalYearFrom)}. To change that,{' '}
      <Link className="text-link" to={paths.organization(organizationId)}>
        edit the organization’s details
      </Link>
      .
    </p>
  )
}
