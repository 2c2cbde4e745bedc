import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { Button } from '#web/ui/button.tsx'
import { useWrite } from '#web/write.ts'

/** Links in e-mails open this page to read and to pay; its supporter stops them all at once (R44). */
export function LinksSection({ pledge }: { pledge: PledgeDetail }) {
  const stop = useWrite({
    request: () => ({ method: 'DELETE', path: `/api/pledges/${pledge.id}/links` }),
    failure: 'Links not stopped',
    success: { title: 'Links stopped', description: 'No link mailed so far opens this pledge any more.' },
  })
  return (
    <section className="card pad" aria-labelledby="links">
      <h2 id="links" className="mb-3 text-[32px]">
        Links in e-mails
      </h2>
      <p>
        Each e-mail about this pledge has a link that shows it for 30 days without a password, and lets
        whoever has it pay what is due. It changes nothing else. If one was passed on, stop them all.
      </p>
      <Button className="mt-4" pending={stop.isPending && 'Processing...'} onClick={() => stop.mutate()}>
        Stop all links
      </Button>
    </section>
  )
}
