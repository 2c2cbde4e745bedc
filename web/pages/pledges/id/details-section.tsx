import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'

/** Whose papers they are, and how a pledge that is over is made to name no one: the account may be shared (R37, R45). */
export function DetailsSection({ pledge }: { pledge: PledgeDetail }) {
  const erase = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/pledges/${pledge.id}/details` }),
    failure: null,
    success: { title: 'Name and address removed', description: 'This pledge no longer names anyone.' },
    refresh: [pledgeQuery(pledge.id).queryKey],
  })
  if (!pledge.supporterName) return null
  const isOver = pledge.status === 'settled' || pledge.status === 'cancelled'
  return (
    <section className="card pad grid gap-4" aria-labelledby="details">
      <Heading level={2} id="details">
        Name on this pledge
      </Heading>
      <p>
        Invoices and receipts are made out to <strong className="break-words">{pledge.supporterName}</strong>.
      </p>
      {isOver && (
        <>
          <p className="quiet">
            You can have the name and address of this pledge removed. Save its receipts first: afterward they
            name no one, and the links in its emails stop working. Your other pledges stay as they are.
          </p>
          {erase.error && <Note tone="danger">{erase.error.message}</Note>}
          <Button
            className="justify-self-start"
            pending={erase.isPending && 'Processing...'}
            onClick={() => erase.mutate()}
          >
            Remove name and address
          </Button>
        </>
      )}
    </section>
  )
}
