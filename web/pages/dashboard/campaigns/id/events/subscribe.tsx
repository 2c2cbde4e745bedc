import { faCalendarPlus } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { schedulePath } from '#web/paths.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The schedule as a calendar that updates automatically; its address is public. */
export function Subscribe({ campaignId }: { campaignId: string }) {
  const { appUrl } = usePublicConfig()
  const [isRefused, setRefused] = useState(false)
  const address = `${appUrl}${schedulePath(campaignId)}`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <strong>Calendar subscription</strong>
        <p className="quiet fine">
          Families who subscribe see every date, and any change, on their phones.
          {isRefused && <span className="block break-all text-ink">{address}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={address} size="small" onRefused={() => setRefused(true)}>
          Copy calendar link
        </CopyButton>
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass({ size: 'small' })}>
          <Icon icon={faCalendarPlus} />
          Subscribe
        </a>
      </div>
    </div>
  )
}
