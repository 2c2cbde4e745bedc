import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { countText, quantityText, toCents, usd } from '#web/format.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { tableFile } from '#web/queries/campaigns.ts'
import { PREVIEW_PAGE_SIZE, type PreviewOf, settlementPreviewQuery } from '#web/queries/settlements.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useWords } from '#web/site/vocabulary.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'
import { Select } from '#web/ui/select.tsx'

type Pledge = SettlementPreview['pledges'][number]
type Props = { campaignId: string; of: PreviewOf; first: SettlementPreview }

/** Pledge by pledge with the lines behind each figure, unusual ones first. Nobody is named. */
export function PreviewTable({ campaignId, of, first }: Props) {
  const [page, setPage] = useState(1)
  const [show, setShow] = useState<'all' | 'exceptions'>('all')
  const isFirst = page === 1 && show === 'all'
  const later = useQuery({
    ...settlementPreviewQuery(campaignId, of, { page, show }),
    enabled: !isFirst,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const preview = isFirst ? first : (later.data ?? first)
  const all = show === 'all' ? preview.pledgesCount : preview.exceptionsCount
  const start = (page - 1) * PREVIEW_PAGE_SIZE
  return (
    <TableCard
      most={PREVIEW_PAGE_SIZE}
      title={`Preview of version ${preview.version}`}
      head={['Pledge', 'Paid by', 'Earned', 'Billed before', 'Difference', 'Maximum']}
      numeric={['Earned', 'Billed before', 'Difference', 'Maximum']}
      empty={show === 'all' ? 'Nothing to bill' : 'Nothing unusual'}
      emptyText={
        show === 'all'
          ? nothingWords(preview)
          : 'No bill is unusually large, none decreases, and no maximum was reached.'
      }
      actions={
        <span className="flex flex-wrap gap-2.5">
          <Select
            label="Which pledges"
            className="w-60"
            value={show}
            options={[
              { value: 'all', label: `All pledges (${countText(preview.pledgesCount)})` },
              { value: 'exceptions', label: `To review (${countText(preview.exceptionsCount)})` },
            ]}
            onChange={(value) => {
              setShow(value === 'exceptions' ? 'exceptions' : 'all')
              setPage(1)
            }}
          />
          {preview.pledgesCount > 0 && (
            <DownloadCsv path={tableFile(campaignId, 'settlement-preview', queryOf(of))} of="the preview" />
          )}
        </span>
      }
      above={<Lead preview={preview} />}
      rows={preview.pledges.map((pledge) => (
        <Row key={pledge.pledgeId} pledge={pledge} typical={preview.typical} />
      ))}
      pager={
        all > PREVIEW_PAGE_SIZE && (
          <Pager
            label="Pages of the preview"
            from={start + 1}
            to={start + preview.pledges.length}
            of={all}
            onPrevious={page > 1 ? () => setPage(page - 1) : null}
            onNext={start + preview.pledges.length < all ? () => setPage(page + 1) : null}
          />
        )
      }
    />
  )
}

/** Why no pledge has anything to bill. */
function nothingWords({ kind, isCorrection, totals }: SettlementPreview): string {
  if (isCorrection) return 'Nothing changed since the final settlement.'
  if (totals.pledges === 0)
    return kind === 'progress'
      ? 'No pledge is paid along the way: the final settlement bills them.'
      : 'There are no pledges.'
  return isNothing(totals.accrued)
    ? 'These pledges have earned nothing yet.'
    : `All ${usd(totals.accrued)} that these pledges have earned is already billed.`
}

const queryOf = ({ kind, billIncreases }: PreviewOf): Record<string, string> => ({
  kind,
  ...(billIncreases === undefined ? {} : { billIncreases: String(billIncreases) }),
})

function Lead({ preview: { exceptionsCount, pledgesCount, typical } }: { preview: SettlementPreview }) {
  if (pledgesCount === 0) return null
  return (
    <p className="quiet fine max-w-[70ch]">
      {exceptionsCount === 0
        ? 'Nothing is unusual.'
        : `${countText(exceptionsCount)} of ${countText(pledgesCount)} to review: they come first, with the reason.`}{' '}
      A typical bill here is {usd(typical)}.
    </p>
  )
}

const WHY: Record<Pledge['reasons'][number], (pledge: Pledge, typical: string) => string> = {
  decrease: () => 'Decrease: less is owed than was billed before',
  outlier: (_, typical) => `More than five times the typical ${usd(typical)}`,
  maximum: () => 'Limited by its maximum',
  first_large: () => 'The first bill of this pledge, and a large one',
}

const isNothing = (amount: string): boolean => toCents(amount) === 0

/** What happens to the difference; an amount is given only where it is not all of it. */
function outcomesOf(pledge: Pledge): string[] {
  const { bill, carried, lowered, waived, writtenOff, refunded } = pledge
  const outcomes = [
    ['to bill', bill],
    ['left for the next one', carried],
    ['off unpaid bills', lowered],
    ['waived, not billed', waived],
    ['written off', writtenOff],
    ['to refund', refunded],
  ] as const
  const found = outcomes.filter(([, amount]) => !isNothing(amount))
  if (found.length === 1) return found.map(([words]) => words)
  return found.map(([words, amount]) => `${usd(amount)} ${words}`)
}

function Row({ pledge, typical }: { pledge: Pledge; typical: string }) {
  const words = useWords()
  return (
    <tr className={pledge.reasons.length > 0 ? 'waiting' : ''}>
      <th scope="row" className="full py-2.5">
        <Link to={paths.pledge(pledge.pledgeId)} className={rowLinkClass}>
          {pledgeReference(pledge.pledgeId)}
        </Link>
        {pledge.reasons.map((reason) => (
          <span key={reason} className="fine block font-semibold">
            {WHY[reason](pledge, typical)}
          </span>
        ))}
        {pledge.isSplitOnly && (
          <span className="fine block font-semibold">Same amount, split differently across the results</span>
        )}
        {pledge.lines.map((line) => (
          <span key={line.statisticId} className="quiet fine block">
            {`${line.name}: ${quantityText(line.quantity)} × ${usd(line.rate)} = ${usd(line.uncapped)}`}
          </span>
        ))}
        {pledge.uncapped !== pledge.accrued && (
          <span className="quiet fine block">
            {`Sum ${usd(pledge.uncapped)}, maximum ${usd(pledge.agreedMaximum)}, owed ${usd(pledge.accrued)}`}
          </span>
        )}
      </th>
      <td data-label="Paid by">{PAYMENT_METHOD_RULES[pledge.paymentMethod].label(words)}</td>
      <td data-label="Earned" className="num">
        <Figure text={usd(pledge.accrued)} size="t" />
      </td>
      <td data-label="Billed before" className="num">
        <Figure text={usd(pledge.billedBefore)} size="t" />
      </td>
      <td data-label="Difference" className="num">
        <Figure text={usd(pledge.difference)} size="t" />
        {outcomesOf(pledge).map((words) => (
          <span key={words} className="quiet fine block">
            {words}
          </span>
        ))}
      </td>
      <td data-label="Maximum" className="num">
        <Figure text={usd(pledge.agreedMaximum)} size="t" />
        {pledge.reasons.includes('maximum') && <span className="quiet fine block">reached</span>}
      </td>
    </tr>
  )
}
