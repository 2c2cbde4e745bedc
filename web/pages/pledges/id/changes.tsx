/** One change of a pledge: one click is one write, and a stale version is reported with what changed. */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { LineChangeKind } from '#domain/pledges/line-changes.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { ApiError } from '#web/api-error.ts'
import { usd } from '#web/format.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { userPledgesQuery } from '#web/queries/users.ts'
import { noteDone } from '#web/site/last-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import type { ToastWords } from '#web/ui/toast.tsx'
import { useWrite } from '#web/write.ts'

/** A line that is raised, stopped or added. */
export type LineChangeText = {
  kind: LineChangeKind
  statisticId: string
  pledgeAmount?: string
  maximumAmount?: string
}
type PledgeChangeText = { maximumAmount?: string; stripePaymentMethodId?: string }

type Options = { success: (changed: PledgeDetail) => ToastWords; onDone: () => void }
type Wanted =
  | { method: 'PUT'; payload: PledgeChangeText }
  | { method: 'POST'; part: 'cancellation' }
  | { method: 'POST'; part: 'changes'; payload: LineChangeText & { agreedMaximum: string } }

export function usePledgeChange(pledge: PledgeDetail, { success, onDone }: Options) {
  const client = useQueryClient()
  const [news, setNews] = useState<string[]>([])
  const show = (detail: PledgeDetail) => client.setQueryData(pledgeQuery(pledge.id).queryKey, detail)
  const write = useWrite<PledgeDetail, Wanted>({
    request: ({ method, ...wanted }) => ({
      method,
      ...('payload' in wanted ? { payload: wanted.payload } : {}),
      path: `/api/pledges/${pledge.id}${'part' in wanted ? `/${wanted.part}` : ''}`,
      version: pledge.version,
    }),
    failure: null,
    comparesVersions: true,
    success,
    refresh: [userPledgesQuery.queryKey],
    onSuccess: (changed) => {
      noteDone('Your pledge was changed.')
      show(changed)
      onDone()
    },
  })
  const go = (wanted: Wanted) => {
    setNews([])
    write.mutate(wanted, {
      onError: (error) => {
        const now = currentIn(error)
        if (!now) return
        setNews(whatChanged(pledge, now))
        show(now)
      },
    })
  }
  const forget = () => {
    write.reset()
    setNews([])
  }
  return { go, forget, news, isPending: write.isPending, error: news.length > 0 ? null : write.error }
}

/** The current pledge, if the change was made to an older version. */
function currentIn(error: Error): PledgeDetail | null {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null
  return (error.details as { current?: PledgeDetail } | undefined)?.current ?? null
}

const cardOf = ({ changes }: PledgeDetail): string | undefined =>
  changes.cards.find(({ isCurrent }) => isCurrent)?.last4

/** What has changed, in sentences. */
function whatChanged(before: PledgeDetail, now: PledgeDetail): string[] {
  const changed = [
    before.agreedMaximum !== now.agreedMaximum &&
      `The maximum is ${usd(now.agreedMaximum)} now; it was ${usd(before.agreedMaximum)}.`,
    cardOf(before) !== cardOf(now) && `It is now paid by the card ending in ${cardOf(now)}.`,
    before.status !== now.status && now.status === 'cancelled' && 'It was cancelled.',
    before.earned !== now.earned && `${usd(now.earned)} is earned now; it was ${usd(before.earned)}.`,
    before.billed !== now.billed && `${usd(now.billed)} is billed now; it was ${usd(before.billed)}.`,
  ].filter((sentence) => sentence !== false)
  return changed.length > 0 ? changed : ['It was changed, then changed back.']
}

type Props = ComponentProps<typeof Button> & { back?: string; onBack: () => void; isPending: boolean }

/** Below what changes or pays a pledge: the way out, and the button that does it. */
export const ChangeFoot = ({ back = 'Back', onBack, isPending, ...act }: Props) => (
  <>
    <Button onClick={onBack}>{back}</Button>
    <Button kind="primary" pending={isPending && 'Processing...'} {...act} />
  </>
)

/** Why a change failed: somebody else was first, or the server's own message. */
export function ChangeNotes({ news, problem }: { news: readonly string[]; problem: string | undefined }) {
  if (news.length > 0) {
    return (
      <Note tone="warning" role="alert">
        <strong>This pledge changed in the meantime.</strong> {news.join(' ')} Review it, then press the
        button again.
      </Note>
    )
  }
  if (!problem) return null
  return (
    <Note tone="danger" role="alert">
      {problem}
    </Note>
  )
}
