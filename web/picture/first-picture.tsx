import { faTrash } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChoosePicture } from './choose-picture.tsx'
import { addressOf } from './read-picture.ts'

type Props = {
  picture: Blob | null
  onChange: (picture: Blob | null) => void
  /** What it will look like, with the address of the chosen one. */
  children: (address: string | null) => ReactNode
}

/** For a campaign that is being created: kept on the page, and uploaded once the campaign exists. */
export function FirstPicture({ picture, onChange, children }: Props) {
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
        A photo of those who take part<span className="quiet font-normal"> (optional)</span>
      </legend>
      <p className="field-hint mb-2">
        It is at the top of the page, on its tile and in shared links. Without one, a drawing is shown. You
        can choose or change it later. If you reload this page, choose it again: your text is kept, the photo
        is not.
      </p>
      <ChoosePicture label={picture ? 'Choose another photo' : 'Choose a photo'} onPicture={onChange}>
        {picture && (
          <Button size="small" onClick={() => onChange(null)}>
            <Icon icon={faTrash} />
            Remove
          </Button>
        )}
      </ChoosePicture>
      <div className="mt-3">{children(address)}</div>
    </fieldset>
  )
}
