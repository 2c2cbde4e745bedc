/** All that was given in a calendar year, by organization: by a supporter, or on the pledge of a link. */
import { Link, useNavigate } from 'react-router'
import {
  entryWords,
  givenWords,
  onePledgeSentence,
  shareSentence,
  yearTaxSentence,
} from '#domain/billing/receipt-sentences.ts'
import type { Giving, LinkedGiving } from '#domain/schemas/receipt.ts'
import { brand } from '#web/content/brand.ts'
import { calendarDayText, countText } from '#web/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/note.tsx'
import { Select } from '#web/ui/select.tsx'
import { Sheet, Sums } from './sheet.tsx'

type Shown = Giving | LinkedGiving

/** `pathOf`: the page of another year. */
export function ChooseYear({ giving, pathOf }: { giving: Shown; pathOf: (year: string) => string }) {
  const navigate = useNavigate()
  const years = [...new Set([giving.year, ...giving.years])].sort((a, b) => b - a)
  return (
    <Select
      label="Year"
      className="w-32"
      value={String(giving.year)}
      options={years.map((year) => ({ value: String(year), label: String(year) }))}
      onChange={(year) => void navigate(pathOf(year), { preventScrollReset: true })}
    />
  )
}

type Props = {
  giving: Shown
  receiptPath: (id: string) => string
  /** The page of another year. */
  pathOf: (year: string) => string
}

/** In January the new year has nothing yet: the way to the year that is wanted is here. */
function Empty({ giving: { year, years }, pathOf }: Pick<Props, 'giving' | 'pathOf'>) {
  const newest = years.find((one) => one !== year)
  return (
    <div className="max-w-[53.75rem]">
      <EmptyState
        level={2}
        title={`No payments received in ${year}`}
        action={
          newest !== undefined && (
            <Link to={pathOf(String(newest))} className={buttonClass()}>
              Statement of {newest}
            </Link>
          )
        }
      >
        Pledges count here once they are paid.
      </EmptyState>
    </div>
  )
}

export function GivingSheet({ giving, receiptPath, pathOf }: Props) {
  if (giving.organizations.length === 0) return <Empty giving={giving} pathOf={pathOf} />
  return (
    <Sheet
      label={givenWords(giving)}
      amount={giving.total}
      isTestMoney={giving.isTestMoney}
      beside={
        <>
          <span className="quiet block">Received from</span>
          <strong className="text-lg">{giving.supporterName}</strong>
        </>
      }
    >
      {'campaignName' in giving && <p>{onePledgeSentence(giving)}</p>}
      {giving.organizations.map((one) => (
        <Organization
          key={[one.organizationId, one.isTestMoney, one.organizationName, one.is501c3, one.ein].join(' ')}
          one={one}
          all={giving.organizations}
          receiptPath={receiptPath}
        />
      ))}
      {giving.moreEntries > 0 && (
        <p>{countText(giving.moreEntries)} more entries are included in the totals but not listed here.</p>
      )}
    </Sheet>
  )
}

type Part = Pick<Props, 'receiptPath'> & { one: Shown['organizations'][number]; all: Shown['organizations'] }

function Organization({ one, all, receiptPath }: Part) {
  const tax = yearTaxSentence(one, all)
  const about = [one.organizationPlace, one.ein && `EIN ${one.ein}`, one.isTestMoney && 'test money']
  return (
    <div className="grid gap-3">
      <Sums
        title={one.organizationName}
        head={['What', 'Date', 'Amount']}
        rows={one.entries.map((entry, index) => ({
          key: `${entry.receiptId} ${index}`,
          cells: [
            <span key="what">
              {entry.receiptId ? (
                <Link to={receiptPath(entry.receiptId)}>{entry.campaignName}</Link>
              ) : (
                entry.campaignName
              )}
              <span className="quiet fine block font-normal">{entryWords(entry)}</span>
            </span>,
            calendarDayText(entry.on),
          ],
          amount: entry.amount,
        }))}
        total={{ label: 'Total', amount: one.total }}
      />
      <p className="quiet fine">{about.filter(Boolean).join(' · ')}</p>
      <p className="fine max-w-[72ch]">{shareSentence(one, brand.name)}</p>
      {tax && <p className="fine max-w-[72ch] font-semibold">{tax}</p>}
    </div>
  )
}
