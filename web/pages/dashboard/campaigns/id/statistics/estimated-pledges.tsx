import { formatUsd, parseCents, timesQuantity } from '#domain/money.ts'
import { LARGEST_RATE } from '#domain/pledge.ts'
import { parseQuantity } from '#domain/quantity.ts'
import { Heading } from '#web/ui/heading.tsx'
import type { Input } from './statistic-drawer.tsx'

/** What each amount adds up to: at the target, and with last year's result (R50). */
export function EstimatedPledges({ values }: { values: Input }) {
  const target = parseQuantity(values.expectedTarget)
  const lastYear = parseQuantity(values.lastYearResult)
  const amounts = values.pledgeAmountOptions.flatMap((value) => {
    const amount = parseCents(value)
    // The form refuses larger ones: no multiplication may exceed the safe integers.
    return amount !== null && amount > 0 && amount <= LARGEST_RATE ? [amount] : []
  })
  if (amounts.length === 0 || (target === null && lastYear === null)) return null
  const columns = [
    { name: 'At the target', quantity: target },
    { name: 'As last year', quantity: lastYear },
  ].filter((column) => column.quantity !== null)
  return (
    <section className="rounded-stat border border-line p-4" aria-label="Estimated pledge">
      <Heading level={3} size="detail">
        Estimated pledge
      </Heading>
      <table className="table mt-2" aria-label="Estimated pledge">
        <thead>
          <tr>
            <th scope="col">Amount</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {amounts.map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three fields in their order, and two may hold the same
            <tr key={index}>
              <th scope="row">{formatUsd(amount)}</th>
              {columns.map(({ name, quantity }) => (
                <td key={name} className="num">
                  {quantity !== null && formatUsd(timesQuantity(amount, quantity))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
