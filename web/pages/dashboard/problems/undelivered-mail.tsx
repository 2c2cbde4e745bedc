import { queryOptions } from '@tanstack/react-query'
import type { UndeliveredMail } from '#domain/schemas/mail.ts'
import { retryUnlessRefused } from '#web/api-error.ts'
import { dateTimeText } from '#web/format.ts'
import { PagedTable } from '#web/parts/records/paged-table.tsx'
import type { Paged } from '#web/query-client.ts'
import { useZone } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import type { TableColumn } from '#web/ui/data-table.tsx'
import { useWrite } from '#web/write.ts'

const MAIL_PAGE_SIZE = 20

/** Mail that could not be delivered, newest first; `after` is where the previous page ended. */
export const undeliveredQuery = (after: string | null = null) => {
  const query = new URLSearchParams({ limit: String(MAIL_PAGE_SIZE), ...(after ? { cursor: after } : {}) })
  return queryOptions<Paged<UndeliveredMail>>({
    queryKey: ['undelivered-mail', after],
    meta: { path: `/api/undelivered-mails?${query}`, isCounted: true },
    retry: retryUnlessRefused,
  })
}

/** Mail that could not be delivered: who did not get what, why, and another attempt. */
export function UndeliveredMails() {
  const zone = useZone()
  const columns: TableColumn<UndeliveredMail>[] = [
    {
      id: 'mail',
      head: 'Email',
      full: true,
      cell: ({ to, currentTo, subject }) => (
        <div className="min-w-48 wrap-anywhere">
          <b>{subject}</b>
          <span className="quiet fine block">To {to}</span>
          {currentTo && <span className="fine block">Their address is now {currentTo}</span>}
        </div>
      ),
    },
    {
      id: 'why',
      head: 'Why',
      cell: ({ failure, attempts }) => (
        <>
          {reasonOf(failure)}
          <span className="quiet fine block">
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, {failure}
          </span>
        </>
      ),
    },
    { id: 'since', head: 'Last attempt', cell: ({ failedAt }) => dateTimeText(failedAt, zone) },
    {
      id: 'again',
      head: 'Actions',
      isHeadHidden: true,
      full: true,
      cell: (mail) => (
        <span className="flex flex-wrap gap-2">
          <SendAgain {...mail} />
          <Dismiss {...mail} />
        </span>
      ),
    },
  ]
  return (
    <PagedTable
      title="Undelivered email"
      lead="Email that a mail server refused permanently, or ten times over three days. A recipient who has signed up corrects their address on their profile: sending it again goes to the current one. Dismiss what no longer matters. While our own mail server is down, email waits and is not listed here."
      query={undeliveredQuery}
      pageSize={MAIL_PAGE_SIZE}
      columns={columns}
      rowId={({ id }) => id}
    />
  )
}

/** The mail server's code in words (RFC 5321). */
function reasonOf(failure: string): string {
  if (/^SMTP 55[01345]$/.test(failure)) return 'The mailbox does not exist or does not accept email'
  if (failure === 'SMTP 552') return 'The mailbox is full'
  if (/^SMTP 4/.test(failure)) return 'The mail server kept asking us to try later'
  return 'The mail server refused it'
}

function SendAgain({ id, subject, to, currentTo }: UndeliveredMail) {
  const goesTo = currentTo ?? to
  const write = useWrite({
    request: () => ({ method: 'POST', path: `/api/undelivered-mails/${id}/retry` }),
    failure: 'Not sent',
    success: { title: 'It is sent again', description: `“${subject}” goes to ${goesTo} within a minute.` },
    refresh: [['undelivered-mail']],
  })
  return (
    <Button
      size="dense"
      aria-label={`Send again: ${subject}, to ${goesTo}`}
      pending={write.isPending && 'Sending...'}
      onClick={() => write.mutate()}
    >
      Send again
    </Button>
  )
}

function Dismiss({ id, subject, to }: UndeliveredMail) {
  const write = useWrite({
    request: () => ({ method: 'POST', path: `/api/undelivered-mails/${id}/dismissal` }),
    failure: 'Not dismissed',
    success: { title: 'Dismissed', description: `“${subject}” is not sent again.` },
    refresh: [['undelivered-mail']],
  })
  return (
    <Button
      size="dense"
      aria-label={`Dismiss: ${subject}, to ${to}`}
      pending={write.isPending && 'Dismissing...'}
      onClick={() => write.mutate()}
    >
      Dismiss
    </Button>
  )
}
