import { useQuery } from '@tanstack/react-query'
import { PAYMENT_METHOD_RULES } from '#domain/billing/instruments.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import type { ExpectedCollection as Expected } from '#domain/schemas/forecast.ts'
import { countText, dateText, toCents, usd } from '#web/format.ts'
import { amountsText } from '#web/parts/forecast/forecast-sentences.ts'
import { expectedCollectionQuery } from '#web/queries/forecasts.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'

const SHOWN: readonly string[] = ['active', 'paused', 'completed']

/** What the campaign will likely collect and when, for those who read its money. */
export function ExpectedCollection({ campaign, permissions }: Pick<Management, 'campaign' | 'permissions'>) {
  const isShown = permissions.canReadMoney && SHOWN.includes(campaign.status)
  const { data, isError } = useQuery({ ...expectedCollectionQuery(campaign.id), enabled: isShown })
  if (!isShown || isNothingToForecast(campaign.supportersCount, data)) return null
  return (
    <section className="card pad" aria-labelledby="expected-title">
      <Heading level={2} id="expected-title">
        Forecast
      </Heading>
      {data ? (
        <LoadedCollection expected={data} timeZone={campaign.timeZone} />
      ) : isError ? (
        <Note tone="warning">
          The forecast could not be loaded just now. Load the page again in a moment.
        </Note>
      ) : (
        <Skeleton className="mt-4 h-40" />
      )}
    </section>
  )
}

/** Without supporters every figure is zero, and a season that is over is billed, not forecast. */
export const isNothingToForecast = (
  supporters: number,
  data: Pick<Expected, 'methods'> | undefined,
): boolean => supporters === 0 || data?.methods.length === 0

export function LoadedCollection({ expected, timeZone }: { expected: Expected; timeZone: string }) {
  const words = useWords()
  const { amount, goal, shortfall, methods } = expected
  return (
    <>
      <p className="quiet mt-1">
        What the {words.season} will likely raise, based on its schedule and the results confirmed so far.{' '}
        <strong className="font-semibold">Forecast: not used for billing.</strong>
      </p>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-3">
        <span>Likely</span>
        <Figure text={usd(amount.likely)} size="m" />
        <span>
          range <strong>{amountsText(amount)}</strong>
        </span>
      </p>
      <p className="mt-1">
        {toCents(shortfall) > 0
          ? `Likely ${usd(shortfall)} short of the goal of ${usd(goal)}.`
          : `Likely reaches the goal of ${usd(goal)}.`}
      </p>
      {methods.length > 0 && (
        <div className="mt-4">
          <Disclosure summary="When it will be collected">
            <ul className="grid gap-4">
              {methods.map((method) => (
                <Method key={method.paymentMethod} method={method} timeZone={timeZone} />
              ))}
            </ul>
            <p className="quiet fine mt-4">
              The ranges move together, so do not add them up. The share paid is based on the bills of all
              campaigns.
            </p>
          </Disclosure>
        </div>
      )}
    </>
  )
}

function Method({ method, timeZone }: { method: Expected['methods'][number]; timeZone: string }) {
  const words = useWords()
  const { paymentMethod, pledges, amount, billedFrom, chargedFrom } = method
  return (
    <li>
      <strong>{PAYMENT_METHOD_RULES[paymentMethod].label(words)}</strong>
      <span className="quiet">
        {' '}
        {countText(pledges)} {pledges === 1 ? 'pledge' : 'pledges'}
      </span>
      <p>
        Likely billed {usd(amount.likely)}, range {amountsText(amount)}. Billed from{' '}
        {dateText(billedFrom, timeZone)}
        {chargedFrom !== null && `, charged from ${dateText(chargedFrom, timeZone)}`}.
      </p>
      <p className="quiet fine">{paidText(method)}</p>
    </li>
  )
}

const BASIS_POINTS_OF_A_PERCENT = 100

/** Of the amounts billed this way in the past, the share that was paid. */
function paidText({ collectionRate, likelyCollected }: Expected['methods'][number]): string {
  if (collectionRate === null || likelyCollected === null)
    return 'Too few bills so far to say how much of it is usually paid.'
  return `${collectionRate / BASIS_POINTS_OF_A_PERCENT}% of what was billed this way was paid: likely ${usd(likelyCollected)} collected.`
}
