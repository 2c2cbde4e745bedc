import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PledgeName } from '#domain/schemas/collection.ts'
import { payersQuery } from '#web/queries/payers.ts'

export type Payers = { of: ReadonlyMap<string, PledgeName>; isLoading: boolean; error: Error | null }

/** For representatives who act on these pledges' money: whose they are, in one look that is logged. */
export function usePayers(pledgeIds: readonly string[]): Payers {
  const { data, error, isLoading } = useQuery({
    ...payersQuery(pledgeIds),
    placeholderData: keepPreviousData,
  })
  return { of: new Map(data?.map((one) => [one.pledgeId, one] as const)), isLoading, error }
}

type Props = { payers: Payers; pledgeId: string | null; withAddress?: boolean }

/** The name, how to reach them and, for a letter, where they live. Keeps its place while it loads. */
export function Payer({ payers: { of, isLoading, error }, pledgeId, withAddress = false }: Props) {
  const payer = pledgeId === null ? undefined : of.get(pledgeId)
  if (payer) return <PayerLines payer={payer} withAddress={withAddress} />
  if (isLoading)
    return (
      <span className="block" aria-busy="true">
        <span className="quiet block">Loading...</span>
        <span className="fine block">&nbsp;</span>
      </span>
    )
  return <span className="quiet">{error ? 'The name could not be loaded' : 'No name'}</span>
}

/** At least 24 pixels high, one above the other. */
const LINK = 'fine block py-0.5 underline underline-offset-4'

export function PayerLines({ payer, withAddress }: { payer: PledgeName; withAddress: boolean }) {
  const { name, email, phone, address } = payer
  return (
    <span className="block wrap-anywhere font-normal">
      <strong className="block" translate="no">
        {name}
      </strong>
      {withAddress &&
        (address.length === 0 ? (
          <span className="quiet fine block">No postal address: ask for it by email.</span>
        ) : (
          <span className="fine block" translate="no">
            {address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </span>
        ))}
      {email !== '' && email !== name && (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone}`} className={LINK}>
          {phone}
        </a>
      )}
    </span>
  )
}
