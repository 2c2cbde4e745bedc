import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CollectionAmbassador, CollectionCampaign } from '#domain/schemas/collection.ts'
import { countText, toCents, usd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import {
  collectionAmbassadorsFile,
  collectionAmbassadorsQuery,
  collectionCampaignsFile,
  collectionCampaignsQuery,
} from '#web/queries/collections.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Select } from '#web/ui/select.tsx'
import { addressOfFilter, type CollectionsFilter, ORDERS } from './filter.ts'
import { ShownTable } from './items.tsx'

type Props = { look: CollectionsFilter; go: (changes: Partial<CollectionsFilter>) => void; isMixed: boolean }
const TEST_MODE = <span className="quiet fine block">Test mode</span>
const LINK = 'font-semibold break-words underline underline-offset-4'

export function ByCampaign({ look, go, isMixed }: Props) {
  const found = useQuery({ ...collectionCampaignsQuery(look), placeholderData: keepPreviousData })
  return (
    <ShownTable
      label="Collections by campaign"
      found={found}
      search={look.search}
      rows={found.data?.campaigns ?? []}
      page={look.page}
      onPage={(page) => go({ page })}
      head={['Campaign', 'Expected', 'Billed', 'Collected', 'Rate', 'Failed', 'Overdue', 'Written off']}
      numeric={['Expected', 'Billed', 'Collected', 'Failed', 'Overdue', 'Written off']}
      empty="No campaigns"
      emptyText="No campaign or organization has a name like that."
      tools={
        <>
          <Select
            label="Order of campaigns"
            className="w-60 max-md:w-auto max-md:flex-1"
            value={look.by}
            options={ORDERS}
            onChange={(by) => go({ by: by as CollectionsFilter['by'] })}
          />
          <DownloadCsv size="normal" path={collectionCampaignsFile(look)} of="collections by campaign" />
        </>
      }
      row={(campaign) => <CampaignRow key={campaign.id} campaign={campaign} look={look} isMixed={isMixed} />}
    />
  )
}

function CampaignRow({
  campaign: { id, name, organizationName, moneyMode, figures },
  look,
  isMixed,
}: {
  campaign: CollectionCampaign
  look: CollectionsFilter
  isMixed: boolean
}) {
  return (
    <tr>
      <th scope="row" className="full md:min-w-52">
        <Link
          to={addressOfFilter(look, { view: 'items', campaign: id, search: '', show: 'all' })}
          className={LINK}
        >
          {name}
        </Link>
        <span className="quiet fine block break-words">{organizationName}</span>
        {isMixed && moneyMode === 'sandbox' && TEST_MODE}
      </th>
      <Money label="Expected" amount={figures.expected} />
      <Money label="Billed" amount={figures.billed} />
      <Money label="Collected" amount={figures.collected} />
      <td data-label="Rate">
        <Rate rate={figures.rate} />
      </td>
      <Money label="Failed" amount={figures.failed} count={figures.failedCount} isQuiet />
      <Money label="Overdue" amount={figures.overdue} count={figures.overdueCount} isQuiet />
      <Money label="Written off" amount={figures.writtenOff} isQuiet />
    </tr>
  )
}

type MoneyProps = { label: string; amount: string; count?: number; isQuiet?: boolean }

/** Zero amounts need no line on a phone, where nothing is good news. */
function Money({ label, amount, count = 0, isQuiet = false }: MoneyProps) {
  const isNothing = isQuiet && toCents(amount) === 0
  return (
    <td data-label={label} className={`num ${isNothing ? 'max-md:sr-only!' : ''}`}>
      {isNothing ? <span className="quiet">–</span> : <Figure text={usd(amount)} size="t" />}
      {count > 0 && <span className="quiet fine block">{countText(count)}</span>}
    </td>
  )
}

function Rate({ rate }: { rate: number | null }) {
  if (rate === null) return <span className="quiet">Not billed</span>
  return (
    <span className="block min-w-20">
      <strong>{rate}%</strong>
      <Track className="bar thin mt-1" lane="collected" percent={rate} />
    </span>
  )
}

export function ByAmbassador({ look, go, isMixed }: Props) {
  const found = useQuery({ ...collectionAmbassadorsQuery(look), placeholderData: keepPreviousData })
  return (
    <ShownTable
      label="Collections by ambassador"
      found={found}
      search={look.search}
      rows={found.data?.ambassadors ?? []}
      page={look.page}
      onPage={(page) => go({ page })}
      head={['Ambassador', 'Campaign', 'Supporters', 'Billed', 'Collected', 'Rate']}
      numeric={['Supporters', 'Billed', 'Collected']}
      empty="Nothing is billed yet"
      emptyText="Money by ambassador appears here after the first settlement."
      tools={<DownloadCsv path={collectionAmbassadorsFile(look)} of="collections by ambassador" />}
      row={(one) => (
        <AmbassadorRow key={`${one.campaignId} ${one.ambassadorId}`} one={one} isMixed={isMixed} />
      )}
    />
  )
}

function AmbassadorRow({ one, isMixed }: { one: CollectionAmbassador; isMixed: boolean }) {
  return (
    <tr>
      <th scope="row" className="full md:min-w-44">
        {one.ambassadorId === null ? (
          <span className="quiet">No ambassador</span>
        ) : (
          <strong className="wrap-anywhere">{one.name}</strong>
        )}
      </th>
      <td className="full md:min-w-44">
        <Link
          to={paths.manage(one.campaignId, 'ambassadors')}
          className="break-words underline underline-offset-4"
        >
          {one.campaignName}
        </Link>
        {isMixed && one.moneyMode === 'sandbox' && TEST_MODE}
      </td>
      <td data-label="Supporters" className="num">
        {countText(one.supporters)}
      </td>
      <Money label="Billed" amount={one.billed} />
      <Money label="Collected" amount={one.collected} />
      <td data-label="Rate">
        <Rate rate={one.rate} />
      </td>
    </tr>
  )
}
