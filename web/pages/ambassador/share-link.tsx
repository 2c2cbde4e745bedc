import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { LinkToShare } from '#web/parts/campaign/link-to-share.tsx'
import { usePublicConfig } from '#web/site/session.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The link itself, as text, as a code to scan, and on paper (R42). */
export function ShareLink({ ambassadorship }: { ambassadorship: Ambassadorship }) {
  const { appUrl } = usePublicConfig()
  const { campaignId, campaignName, ambassadorReferralCode: code } = ambassadorship
  const file = (name: string): string => `/api/campaigns/${campaignId}/${name}?ref=${code}`
  return (
    <div className="grid content-start gap-4">
      <LinkToShare link={`${appUrl}${ambassadorship.link}`} campaignName={campaignName} />
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
