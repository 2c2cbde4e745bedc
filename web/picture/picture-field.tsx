import { faTrash } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Campaign } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChoosePicture, previewClass } from './choose-picture.tsx'
import { useRemovePicture, useUploadPicture } from './upload.ts'

type Props = {
  campaign: Pick<Campaign, 'id' | 'cause' | 'imageUrl' | 'version'>
  /** The campaign has a new version, created by this screen. */
  onSaved: (version: number) => void
}

/** The picture at the top of the campaign's page; saved immediately, independent of the form around it. */
export function PictureField({ campaign: { id, cause, imageUrl: opened, version }, onSaved }: Props) {
  const [imageUrl, setImageUrl] = useState(opened)
  const [known, setKnown] = useState(version)
  const seen = (now: number, url: string | null): void => {
    setKnown(now)
    setImageUrl(url)
    onSaved(now)
  }
  const upload = useUploadPicture(id, (saved) => seen(saved.version, saved.imageUrl))
  const remove = useRemovePicture(id, () => seen(known + 1, null))
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-1.5">Picture</legend>
      <CampaignArt campaign={{ id, cause, imageUrl }} size="card" className={previewClass} />
      <p className="field-hint mt-1.5">
        {imageUrl === null
          ? 'This is a drawing for your cause. A picture of your own is saved as soon as you choose it.'
          : 'It appears at the top of the campaign’s page, on its card and in shared links.'}
      </p>
      <div className="mt-2">
        <ChoosePicture
          label={imageUrl === null ? 'Choose a picture' : 'Choose another picture'}
          problem={upload.error?.message}
          isPending={upload.isPending}
          onPicture={(picture) => upload.mutate(picture)}
        >
          {imageUrl !== null && (
            <Button size="small" pending={remove.isPending && 'Removing...'} onClick={() => remove.mutate()}>
              <Icon icon={faTrash} />
              Remove
            </Button>
          )}
        </ChoosePicture>
      </div>
    </fieldset>
  )
}
