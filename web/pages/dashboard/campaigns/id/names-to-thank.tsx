import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Thanks, ThanksCounts, ThanksPage, ThanksSearch } from '#domain/schemas/thanks.ts'
import { retryUnlessRefused } from '#web/api-error.ts'
import { countText } from '#web/format.ts'
import { PagedTable } from '#web/parts/records/paged-table.tsx'
import { campaignKey } from '#web/queries/campaigns.ts'
import { api } from '#web/query-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useWrite } from '#web/write.ts'

const PAGE_SIZE = 20
type Which = ThanksSearch['which']

/** Sent as a POST: whose names it shows is logged. */
const thanksQuery = (id: string, which: Which, cursor: string | null) =>
  queryOptions<ThanksPage>({
    queryKey: [...campaignKey(id), 'thanks', which, cursor],
    queryFn: ({ signal }) =>
      api.ask(
        `/api/campaigns/${id}/thanks/searches`,
        { which, limit: PAGE_SIZE, cursor },
        signal,
      ) as Promise<ThanksPage>,
    retry: retryUnlessRefused,
  })

type Props = { campaignId: string; counts: ThanksCounts }

/** For representatives: the names are loaded, and logged as seen, only when one asks for them. */
export function NamesToThank({ campaignId, counts: { waiting, decided } }: Props) {
  const [which, setWhich] = useState<Which | null>(null)
  const button = (of: Which, label: string, count: number) =>
    count > 0 &&
    which !== of && (
      <Button onClick={() => setWhich(of)}>
        {label} ({countText(count)})
      </Button>
    )
  return (
    <>
      <section className="card pad grid gap-3" aria-labelledby="names-to-thank">
        <Heading level={2} id="names-to-thank">
          Names to thank
        </Heading>
        <p className="quiet max-w-[70ch]">
          These supporters want the campaign’s page to thank them by first name and initial. Show what is a
          name and nothing else.
        </p>
        <div className="flex flex-wrap gap-3 empty:hidden">
          {button('waiting', 'Check names', waiting)}
          {button('decided', 'Checked names', decided)}
        </div>
      </section>
      {which && (
        <PagedTable
          key={which}
          title={which === 'waiting' ? 'Waiting for you' : 'Checked names'}
          lead={
            which === 'waiting'
              ? 'A name is public only after you show it.'
              : 'What was decided can be changed any time.'
          }
          query={(cursor) => thanksQuery(campaignId, which, cursor)}
          pageSize={PAGE_SIZE}
          columns={[
            {
              id: 'name',
              head: 'Name',
              full: true,
              cell: ({ name }: Thanks) => (
                <b translate="no" className="wrap-anywhere">
                  {name}
                </b>
              ),
            },
            {
              id: 'state',
              head: 'On the page',
              cell: ({ isShown }: Thanks) =>
                isShown ? (
                  <Badge tone="active">Shown</Badge>
                ) : (
                  <Badge tone="waiting">{which === 'waiting' ? 'Waiting' : 'Not shown'}</Badge>
                ),
            },
            {
              id: 'decide',
              head: 'Actions',
              isHeadHidden: true,
              full: true,
              cell: (row: Thanks) => (
                <Decide campaignId={campaignId} row={row} isWaiting={which === 'waiting'} />
              ),
            },
          ]}
          rowId={({ pledgeId }) => pledgeId}
          empty={{ title: 'No names wait', text: 'Every name was checked.' }}
        />
      )}
    </>
  )
}

type DecideProps = { campaignId: string; row: Thanks; isWaiting: boolean }

function Decide({ campaignId, row: { pledgeId, name, isShown }, isWaiting }: DecideProps) {
  const decide = useWrite<unknown, boolean>({
    request: (shown) => ({
      method: 'PUT',
      path: `/api/campaigns/${campaignId}/thanks/${pledgeId}`,
      payload: { isShown: shown, name },
    }),
    failure: 'Not saved',
    refresh: [campaignKey(campaignId)],
  })
  const button = (shown: boolean, label: string) => (
    <Button
      size="small"
      aria-label={`${label}: ${name}`}
      pending={decide.isPending && decide.variables === shown && 'Saving...'}
      onClick={() => decide.mutate(shown)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2 lg:justify-end">
      {(isWaiting || !isShown) && button(true, 'Show name')}
      {(isWaiting || isShown) && button(false, 'Don’t show')}
    </div>
  )
}
