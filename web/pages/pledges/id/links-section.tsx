import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { useWrite } from '#web/write.ts'
import { WHAT_LINKS_CAN_DO } from './link-words.ts'

/** Links in e-mails open it without signing in; its supporter can revoke them all at once (R44). */
export function LinksSection({ pledge }: { pledge: PledgeDetail }) {
  const stop = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/pledges/${pledge.id}/links` }),
    failure: 'Links not stopped',
    success: { title: 'Links stopped', description: 'Links emailed so far no longer open this pledge.' },
  })
  return (
    <section className="card pad" aria-labelledby="links">
      <Heading level={2} id="links" className="mb-3">
        Links in emails
      </Heading>
      <p>
        Each email about this pledge opens it without a password. {WHAT_LINKS_CAN_DO} If you shared one by
        mistake, stop them all.
      </p>
      <Button className="mt-4" pending={stop.isPending && 'Processing...'} onClick={() => stop.mutate()}>
        Stop all links
      </Button>
    </section>
  )
}
