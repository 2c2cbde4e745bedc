import { Button, buttonClass } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = {
  campaignId: string
  /** The site's own address, which other sites load the widget from. */
  appUrl: string
  /** An ambassador's code: everything then uses their link (R42). */
  code?: string | null
}

async function copy(text: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied) toast({ title: 'Copied', description: 'Paste it where the widget should appear.' })
  else toast({ title: 'Copy it manually', description: 'Select the text and copy it.', destructive: true })
}

/** What a website's editor pastes: it needs nothing else from us. */
export const widgetTag = ({ campaignId, appUrl, code }: Props): string =>
  `<div data-campaign="${campaignId}"${code ? ` data-ref="${code}"` : ''}></div>\n<script src="${appUrl}/embed.js" async></script>`

/** For a wall, a program, a newsletter, the school's own site. Works without a script, except for copying. */
export function ShareKit(props: Props) {
  const { campaignId, code } = props
  const ref = code ? `?ref=${code}` : ''
  const file = (name: string): string => `/api/campaigns/${campaignId}/${name}${ref}`
  const tag = widgetTag(props)
  return (
    <Disclosure summary="Flyer, QR code and widget">
      <div className="grid gap-4">
        <p className="quiet">
          {code
            ? 'Each includes your link: pledges made through it are credited to you.'
            : 'For a wall, a program or a newsletter, and for your own website.'}
        </p>
        <p className="flex flex-wrap gap-3">
          <a
            className={buttonClass({ size: 'small' })}
            href={file('flyer.pdf')}
            target="_blank"
            rel="noreferrer"
          >
            Flyer to print (PDF)
          </a>
          <a className={buttonClass({ size: 'small' })} href={file('qr.svg')} download>
            QR code for print (SVG)
          </a>
          <a className={buttonClass({ size: 'small' })} href={file('qr.png')} download>
            QR code for screens (PNG)
          </a>
        </p>
        <TextArea
          label="Widget for your website"
          hint="Paste it into a page. It shows the current figures and links to the campaign."
          rows={3}
          readOnly
          value={tag}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button size="small" className="justify-self-start" onClick={() => void copy(tag)}>
          Copy the widget
        </Button>
      </div>
    </Disclosure>
  )
}
