import { faFileZipper } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { receiptsArchive } from '#web/queries/receipts.ts'
import { useDownload } from '#web/site/download.tsx'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/select.tsx'
import { archiveYears } from './archive-years.ts'

const ALL = 'all'

/** For representatives only: receipts name supporters (R26). */
export function ReceiptsArchive({ organization }: { organization: OwnOrganization }) {
  const years = archiveYears(organization, new Date(useNow()))
  const [year, setYear] = useState(ALL)
  const download = useDownload(receiptsArchive(organization.id, year === ALL ? undefined : year))
  return (
    <section className="card p-5" aria-labelledby="receipts-archive">
      <Heading level={2} id="receipts-archive">
        Receipts
      </Heading>
      <p className="quiet mt-1">
        Every receipt as a PDF, with a list of them and a list of what was refunded, in one file. They name
        supporters, so each download is logged.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Select
          label="Which year"
          className="w-40"
          value={year}
          options={[{ value: ALL, label: 'All years' }, ...years.map((one) => ({ value: one, label: one }))]}
          onChange={setYear}
        />
        <Button pending={download.isPending && 'Preparing...'} onClick={() => download.mutate()}>
          <Icon icon={faFileZipper} />{' '}
          {year === ALL ? 'Download all receipts' : `Download receipts of ${year}`}
        </Button>
      </div>
    </section>
  )
}
