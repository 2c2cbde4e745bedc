import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { countText, quantityText, usd } from '#web/format.ts'
import { spelled } from '#web/labels.ts'
import { Figure } from '#web/ui/figure.tsx'
import { TableCard } from '../table-card.tsx'

/** Pledge by pledge, with the lines behind each figure. Nobody is named. */
export function PreviewTable({ preview }: { preview: SettlementPreview }) {
  const more = preview.pledgesCount - preview.pledges.length
  return (
    <TableCard
      most={10}
      title={`Preview of version ${preview.version}`}
      head={['Pledge', 'Paid by', 'Earned', 'Billed before', 'To bill', 'At most']}
      numeric={['Earned', 'Billed before', 'To bill', 'At most']}
      empty="Nothing to bill"
      emptyText="No pledge has earned anything that is not billed already."
      rows={preview.pledges.map((pledge, index) => (
        <tr key={pledge.pledgeId}>
          <td className="full py-2.5">
            <strong>Pledge {index + 1}</strong>
            <span className="quiet fine block">
              {pledge.lines
                .map(
                  (line) =>
                    `${line.name}: ${quantityText(line.quantity)} × ${usd(line.rate)} = ${usd(line.accrued)}`,
                )
                .join('; ')}
            </span>
          </td>
          <td data-label="Paid by">{spelled(pledge.paymentMethod)}</td>
          <td data-label="Earned" className="num">
            <Figure text={usd(pledge.accrued)} size="t" />
          </td>
          <td data-label="Billed before" className="num">
            <Figure text={usd(pledge.billedBefore)} size="t" />
          </td>
          <td data-label="To bill" className="num">
            <Figure text={usd(pledge.toBill)} size="t" />
          </td>
          <td data-label="At most" className="num">
            <Figure text={usd(pledge.agreedMaximum)} size="t" />
            {pledge.isAtMaximum && <span className="quiet fine block">maximum reached</span>}
          </td>
        </tr>
      ))}
      below={
        more > 0 && (
          <span className="quiet fine">
            The first {countText(preview.pledges.length)} of {countText(preview.pledgesCount)}; the totals
            count all.
          </span>
        )
      }
    />
  )
}
