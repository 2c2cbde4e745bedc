import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pledgeReference } from '#domain/lookup.ts'
import { figureWords } from '#domain/payout-words.ts'
import type { PayoutEntry, PayoutFigure, PayoutStatement } from '#domain/schemas/payout.ts'
import { dateText, usd } from '#web/format.ts'
import { OnceLoaded } from '#web/parts/records/once-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paths } from '#web/paths.ts'
import { payoutEntriesQuery, payoutPath } from '#web/queries/payouts.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { rowLinkClass } from '#web/ui/row-link.ts'

type Props = { statement: PayoutStatement; figure: PayoutFigure | null }

/** What each pledge added or took, by its reference and never by a name (R26): the newest here, all in the file. */
export function Entries({ statement, figure }: Props) {
  const found = useQuery(payoutEntriesQuery(statement.payout.id, figure))
  return (
    <OnceLoaded what="The payments behind it" found={found}>
      {(entries) => <Table {...{ statement, figure, entries }} />}
    </OnceLoaded>
  )
}

function Table({ statement, figure, entries }: Props & { entries: readonly PayoutEntry[] }) {
  const { payout, timeZone, figures } = statement
  const all = figures
    .filter((one) => figure === null || one.figure === figure)
    .reduce((count, { entries }) => count + entries, 0)
  const shown = figures.find((one) => one.figure === figure)
  const file = `${payoutPath(payout.id)}/entries.csv${figure ? `?figure=${figure}` : ''}`
  return (
    <TableCard
      title={figure ? figureWords(shown ?? { figure }) : 'Every payment behind it'}
      head={['When', 'What', 'Pledge', 'Collected', 'Commission', 'Organization']}
      numeric={['Collected', 'Commission', 'Organization']}
      empty="Nothing was collected"
      actions={
        <span className="flex flex-wrap items-center gap-3">
          {figure && (
            <Link to={paths.payout(payout.id)} className="text-link" preventScrollReset>
              Show all
            </Link>
          )}
          <DownloadCsv path={file} of="the payments behind it" />
        </span>
      }
      rows={entries.map((entry) => <Entry key={entry.id} entry={entry} timeZone={timeZone} />)}
      {...(all > entries.length
        ? {
            below: (
              <p className="quiet fine">
                The newest {entries.length} of {all}. All of them are in the file.
              </p>
            ),
          }
        : {})}
    />
  )
}

function Entry({ entry, timeZone }: { entry: PayoutEntry; timeZone: string }) {
  return (
    <tr>
      <td data-label="When" className="whitespace-nowrap">
        {dateText(entry.occurredAt, timeZone)}
      </td>
      <th scope="row" className="full md:max-lg:col-span-4!">
        {entry.description}
      </th>
      <td data-label="Pledge" className="whitespace-nowrap md:max-lg:col-span-2">
        {entry.pledgeId ? (
          <Link to={paths.pledge(entry.pledgeId)} className={rowLinkClass}>
            {pledgeReference(entry.pledgeId)}
          </Link>
        ) : (
          'None'
        )}
      </td>
      <td data-label="Collected" className="num">
        {usd(entry.collected)}
      </td>
      <td data-label="Commission" className="num">
        {usd(entry.commission)}
      </td>
      <td data-label="Organization" className="num">
        {usd(entry.share)}
      </td>
    </tr>
  )
}
