import { faCamera } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { NoPicture, PICTURE_TYPES, readPicture } from './read-picture.ts'

const CropDialog = lazily(async () => (await import('./crop-dialog.tsx')).CropDialog)

type Props = {
  label: string
  /** Why it was refused, where the server says so. */
  problem?: string | undefined
  isPending?: boolean
  onPicture: (picture: Blob) => void
  children?: ReactNode
}

/** What a picture looks like where it is chosen. */
export const previewClass = 'block aspect-9/4 h-auto w-full rounded-control object-cover'

/** A picture from this device, cropped to the shape that pages show. */
export function ChoosePicture({ label, problem, isPending = false, onPicture, children }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const choose = async (file: File | undefined): Promise<void> => {
    setRefusal(undefined)
    if (!file) return
    try {
      setImage(await readPicture(file))
    } catch (error) {
      setRefusal(error instanceof NoPicture ? error.message : 'Your browser cannot read that picture')
    }
  }
  /** The same file may be chosen again. */
  const done = (): void => {
    setImage(null)
    if (input.current) input.current.value = ''
  }
  const words = refusal ?? problem
  return (
    <div className="field">
      <div className="flex flex-wrap items-center gap-3">
        <label
          className={`${buttonClass({ size: 'small' })} relative overflow-hidden has-focus-visible:focus-ring`}
        >
          <input
            ref={input}
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            type="file"
            accept={PICTURE_TYPES}
            disabled={isPending}
            aria-invalid={words ? true : undefined}
            aria-describedby={words ? `${id}-error` : undefined}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <Icon icon={faCamera} />
          {isPending ? 'Saving...' : label}
        </label>
        {children}
      </div>
      {words && (
        <FieldError id={`${id}-error`} isAlert>
          {words}
        </FieldError>
      )}
      {image && (
        <Suspense>
          <CropDialog
            image={image}
            onClose={done}
            onCut={(picture) => {
              done()
              onPicture(picture)
            }}
            onProblem={(reason) => {
              done()
              setRefusal(reason)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
