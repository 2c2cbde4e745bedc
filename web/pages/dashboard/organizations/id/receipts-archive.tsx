import { faFileZipper } from '@fortawesome/free-solid-svg-icons'
import { receiptsArchive } from '#web/queries/receipts.ts'
import { useDownload } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** For representatives only: receipts name supporters (R26). */
export function ReceiptsArchive({ organizationId }: { organizationId: string }) {
  const download = useDownload(receiptsArchive(organizationId))
  return (
    <section className="card p-5" aria-labelledby="receipts-archive">
      <Heading level={2} id="receipts-archive">
        Receipts
      </Heading>
      <p className="quiet mt-1">
        Every receipt as a PDF, with a list of them, in one file. They name supporters, so each download is
        logged.
      </p>
      <Button
        className="mt-4"
        pending={download.isPending && 'Preparing...'}
        onClick={() => download.mutate()}
      >
        <Icon icon={faFileZipper} /> Download all receipts
      </Button>
    </section>
  )
}
