import { faTrash } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChoosePicture, previewClass } from './choose-picture.tsx'
import { addressOf } from './read-picture.ts'

type Props = { picture: Blob | null; onChange: (picture: Blob | null) => void }

/** For a campaign that is being created: kept on the page, and uploaded once the campaign exists. */
export function FirstPicture({ picture, onChange }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (picture) void addressOf(picture).then((read) => isCurrent && setAddress(read))
    else setAddress(null)
    return () => {
      isCurrent = false
    }
  }, [picture])
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-1.5">
        Picture<span className="quiet font-normal"> (optional)</span>
      </legend>
      {address && <img src={address} alt="" className={`${previewClass} mb-2 max-w-xl`} />}
      <p className="field-hint mb-2">
        Without one, the template’s picture is shown. You can choose or change it later. If you reload this
        page, choose it again: your text is kept, the picture is not.
      </p>
      <ChoosePicture label={picture ? 'Choose another picture' : 'Choose a picture'} onPicture={onChange}>
        {picture && (
          <Button size="small" onClick={() => onChange(null)}>
            <Icon icon={faTrash} />
            Remove
          </Button>
        )}
      </ChoosePicture>
    </fieldset>
  )
}
