import { faBell, faUserPlus, faUsers } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import {
  AMBASSADOR_FILTERS,
  type Ambassador,
  type AmbassadorCounts,
  type AmbassadorFilter,
  AmbassadorForm,
  type MailedAmbassador,
} from '#domain/schemas/ambassador.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { usePages } from '#web/parts/records/use-pages.tsx'
import { ambassadorCountsQuery } from '#web/queries/ambassadors.ts'
import { campaignKey, managedAmbassadorsQuery, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import { AmbassadorRow, isOver, nameOf } from './ambassador-row.tsx'
import { InviteManyDialog } from './invite-many-dialog.tsx'
import { useNudgeAll, useRemoveAmbassador } from './writes.ts'

const EMPTY: Record<AmbassadorFilter, readonly [title: string, text: string]> = {
  all: ['No ambassadors yet', 'Ambassadors share the campaign through their own link.'],
  not_joined: ['Everyone has joined', 'People who were invited but have not joined yet appear here.'],
  no_pledge: [
    'No one is waiting for a first supporter',
    'Ambassadors who joined but have no supporters yet appear here.',
  ],
}

const NOBODY_FOUND = ['No one found', 'No name or email matches your search.'] as const
const TYPING_PAUSE_MS = 300

const filterIn = (params: URLSearchParams): AmbassadorFilter =>
  AMBASSADOR_FILTERS.find((one) => one === params.get('who')) ?? 'all'

type Dialogs = 'one' | 'many' | null

export function AmbassadorsTab({ data }: { data: Management }) {
  const [params, setParams] = useSearchParams()
  const who = filterIn(params)
  const choose = (value: string): void =>
    setParams(
      (now) => {
        if (value === 'all') now.delete('who')
        else now.set('who', value)
        return now
      },
      { preventScrollReset: true, replace: true },
    )
  const [asked, setAsked] = useState<Dialogs>(null)
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const { campaign } = data
  const counts = useQuery(ambassadorCountsQuery(campaign.id)).data
  const mayManage = data.permissions.canManageAmbassadors
  const close = (): void => setAsked(null)
  return (
    <>
      <Kind
        data={data}
        who={who}
        search={search}
        againAt={counts?.invitationsAgainAt ?? null}
        actions={mayManage && <Invite campaign={campaign} count={data.ambassadorsCount} onAsk={setAsked} />}
        above={
          counts &&
          counts.all > 0 && (
            <>
              <Filter campaign={campaign} who={who} choose={choose} counts={counts} />
              <SearchField label="Search ambassadors" className="sm:w-72" value={text} onChange={setText} />
            </>
          )
        }
      />
      {asked === 'one' && <InviteDialog campaignId={campaign.id} onClose={close} />}
      {asked === 'many' && <InviteManyDialog campaignId={campaign.id} onClose={close} />}
    </>
  )
}

type KindProps = {
  data: Management
  who: AmbassadorFilter
  search: string
  actions: ReactNode
  above: ReactNode
  againAt: string | null
}

function Kind({ data, who, search, actions, above, againAt }: KindProps) {
  const { campaign, permissions } = data
  const [leaving, setLeaving] = useState<Ambassador | null>(null)
  const { rows, pager, isPending, error } = usePages({
    label: 'Pages of ambassadors',
    of: `${who} ${search}`,
    ...(who === 'all' && search === '' ? { newest: data.ambassadors, count: data.ambassadorsCount } : {}),
    query: (after) => managedAmbassadorsQuery(campaign.id, { who, search }, after),
  })
  const mayManage = permissions.canManageAmbassadors
  const [title, text] = search === '' ? EMPTY[who] : NOBODY_FOUND
  return (
    <>
      <TableCard
        title="Ambassadors"
        head={[
          'Ambassador',
          'Referral Code',
          'Status',
          'Supporters',
          'Invited',
          ...(mayManage ? ['Actions'] : []),
        ]}
        numeric={['Supporters']}
        most={rows.length}
        empty={isPending ? 'Loading' : error ? 'This could not be loaded' : title}
        emptyText={isPending ? 'One moment.' : (error?.message ?? text)}
        actions={actions}
        above={above}
        pager={pager}
        rows={rows.map((ambassador) => (
          <AmbassadorRow
            key={ambassador.id}
            campaign={campaign}
            ambassador={ambassador}
            mayManage={mayManage}
            againAt={againAt}
            onRemove={() => setLeaving(ambassador)}
          />
        ))}
      />
      {leaving && (
        <RemoveAmbassador campaignId={campaign.id} ambassador={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  )
}

type Campaign = { campaign: Management['campaign'] }

type InviteProps = Campaign & { count: number; onAsk: (dialog: Dialogs) => void }

function Invite({ campaign, count, onAsk }: InviteProps) {
  const reason = isOver(campaign.status) ? `This campaign is ${campaign.status}` : undefined
  return (
    <div className="flex flex-wrap gap-2.5">
      {count > 0 && <DownloadCsv path={tableFile(campaign.id, 'ambassadors')} of="ambassadors" />}
      <Button size="small" reason={reason} onClick={() => onAsk('many')}>
        <Icon icon={faUsers} />
        Invite Many
      </Button>
      <Button kind="primary" size="small" reason={reason} onClick={() => onAsk('one')}>
        <Icon icon={faUserPlus} />
        Invite Ambassador
      </Button>
    </div>
  )
}

type FilterProps = Campaign & {
  who: AmbassadorFilter
  choose: (who: string) => void
  counts: AmbassadorCounts
}

/** Those who have done nothing yet, and one press to remind them all. */
function Filter({ campaign, who, choose, counts }: FilterProps) {
  const nudge = useNudgeAll(campaign.id)
  const count = counts[who]
  const isOpen =
    who === 'not_joined' ? !isOver(campaign.status) : who === 'no_pledge' && campaign.status === 'active'
  return (
    <>
      <div className="sm:max-w-lg">
        <Chips
          words
          legend="Which ambassadors"
          value={who}
          onChange={choose}
          options={[
            { value: 'all', label: `All ${counts.all}` },
            { value: 'not_joined', label: `Not joined ${counts.not_joined}` },
            { value: 'no_pledge', label: `No pledge ${counts.no_pledge}` },
          ]}
        />
      </div>
      {isOpen && count > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="small" pending={nudge.isPending && 'Sending...'} onClick={() => nudge.mutate(who)}>
            <Icon icon={faBell} />
            {count === 1 ? 'Nudge by email' : `Nudge all ${count} by email`}
          </Button>
          <span className="quiet fine">
            {who === 'not_joined'
              ? 'We resend their invitation.'
              : 'We send them their link and tips on how to ask.'}{' '}
            No one gets more than one email an hour.
          </span>
        </div>
      )}
    </>
  )
}

type RemoveProps = { campaignId: string; ambassador: Ambassador; onClose: () => void }

function RemoveAmbassador({ campaignId, ambassador, onClose }: RemoveProps) {
  const remove = useRemoveAmbassador(campaignId, onClose)
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate(ambassador.id)}
      title="Are you sure you want to remove this ambassador?"
      confirm="Remove"
      kind="danger"
      pending={remove.isPending && 'Removing...'}
    >
      <p>
        <strong className="wrap-anywhere">{nameOf(ambassador)}</strong>
      </p>
      <p className="quiet mt-2">
        Their link still opens the campaign but no longer earns credit. Credit earned so far stays.
      </p>
    </Confirm>
  )
}

type Input = z.input<typeof AmbassadorForm>

/** By email; pledges are credited to the code from the invitation on. */
function InviteDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    MailedAmbassador & { version: number }
  >({
    schema: AmbassadorForm,
    initial: { email: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `/api/campaigns/${campaignId}/ambassadors`, payload }),
    failure: 'Failed to invite ambassador',
    success: ({ notMailedReason }) => ({
      title: 'Ambassador invited successfully!',
      ...(notMailedReason ? { description: notMailedReason } : {}),
    }),
    refresh: [campaignKey(campaignId)],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title="Invite Ambassador"
      description="They get their own link to share. Pledges made through it are credited to them."
      save="Invite Ambassador"
      saving="Inviting..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <EmailField label="Email" autoComplete="off" {...bound(form, 'email')} />
    </FormDrawer>
  )
}
