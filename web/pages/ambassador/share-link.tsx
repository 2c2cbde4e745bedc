import { faArrowUpFromBracket } from '@fortawesome/free-solid-svg-icons'
import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { share } from '#web/parts/campaign/share.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.tsx'

export const copyByHand = (): void => {
  toast({ title: 'Copy it manually', description: 'Select the text and copy it.', destructive: true })
}

/** The link itself, as text, as a code to scan, and on paper (R42). */
export function ShareLink({ ambassadorship }: { ambassadorship: Ambassadorship }) {
  const { appUrl } = usePublicConfig()
  const { campaignId, campaignName, ambassadorReferralCode: code } = ambassadorship
  const link = `${appUrl}${ambassadorship.link}`
  const file = (name: string): string => `/api/campaigns/${campaignId}/${name}?ref=${code}`
  return (
    <div className="grid content-start gap-4">
      <TextField label="Your link" readOnly value={link} onFocus={(event) => event.target.select()} />
      <p className="flex flex-wrap gap-3">
        <CopyButton text={link} onRefused={copyByHand}>
          Copy link
        </CopyButton>
        <Button onClick={() => void share(campaignName, link)}>
          <Icon icon={faArrowUpFromBracket} />
          Share
        </Button>
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <img
          src={file('qr.svg')}
          alt={`QR code that opens ${campaignName} through your link`}
          width="168"
          height="168"
          loading="lazy"
          className="rounded-stat border border-line bg-white"
        />
        <p className="grid gap-3">
          <a
            className={buttonClass({ size: 'small' })}
            href={file('flyer.pdf')}
            target="_blank"
            rel="noreferrer"
          >
            Flyer to print (PDF)
          </a>
          <a className={buttonClass({ size: 'small' })} href={file('qr.png')} download>
            QR code (PNG)
          </a>
        </p>
      </div>
    </div>
  )
}
