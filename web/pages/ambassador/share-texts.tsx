import type { Ambassadorship } from '#domain/schemas/ambassador.ts'
import { ambassador, fill } from '#web/content/ambassador.ts'
import { copyByHand } from '#web/parts/campaign/link-to-share.tsx'
import { usePublicConfig } from '#web/site/session.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { resultWords } from './words.ts'

/** Ready to send, with the team, the last confirmed result and the link; edit them where they are pasted. */
export function ShareTexts({ ambassadorship }: { ambassadorship: Ambassadorship }) {
  const { appUrl } = usePublicConfig()
  const { organizationName, campaignName, latestResult, link } = ambassadorship
  const filling = {
    team: organizationName,
    campaign: campaignName,
    result: resultWords(latestResult),
    link: `${appUrl}${link}`,
  }
  return (
    <Disclosure summary="Messages to share">
      <ul className="grid gap-7">
        {ambassador.texts.map(({ id, label, subject, body }) => {
          const [title, text] = [subject && fill(subject, filling), fill(body, filling)]
          return (
            <li key={id} className="grid justify-items-start gap-3">
              {title && <TextField label="Subject" readOnly value={title} className="w-full" />}
              <TextArea label={label} readOnly rows={title ? 12 : 8} value={text} className="w-full" />
              <CopyButton text={title ? `${title}\n\n${text}` : text} onRefused={copyByHand}>
                {`Copy: ${label.toLowerCase()}`}
              </CopyButton>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}
