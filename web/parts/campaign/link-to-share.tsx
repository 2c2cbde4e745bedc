import { faArrowUpFromBracket } from '@fortawesome/free-solid-svg-icons'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { share } from './share.ts'

/** An ambassador's own link, to copy or to share with what the device offers. */
export const LinkToShare = ({ link, campaignName }: { link: string; campaignName: string }) => (
  <>
    <TextField label="Your link" readOnly value={link} onFocus={(event) => event.target.select()} />
    <div className="flex flex-wrap gap-3">
      <CopyButton text={link}>Copy link</CopyButton>
      <Button onClick={() => void share(campaignName, link)}>
        <Icon icon={faArrowUpFromBracket} />
        Share
      </Button>
    </div>
  </>
)
