import { faCamera, faTrash } from '@fortawesome/free-solid-svg-icons'
import { useId, useState } from 'react'
import { COLOR_PAIRS, type OrganizationLook } from '#domain/campaigns/crest.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { Colors, Crest } from '#web/parts/branding/crest.tsx'
import { PICTURE_TYPES } from '#web/picture/read-picture.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRemoveLogo, useSaveColors, useUploadLogo } from './writes.ts'

type Pair = Pick<OrganizationLook, 'firstColor' | 'secondColor'>
const isSame = (one: Pair, other: Pair): boolean =>
  one.firstColor === other.firstColor && one.secondColor === other.secondColor

/** Its logo and colors, which lead its pages, mails and documents. */
export function Look({ organization: saved }: { organization: OwnOrganization }) {
  const [typed, setTyped] = useState<Pair | null>(null)
  const colors = typed ?? saved
  const save = useSaveColors(saved.id, () => setTyped(null))
  const shown = { ...saved, ...colors }
  return (
    <section className="card overflow-hidden" aria-label="Logo and colors">
      <Colors organization={shown} className="h-2" />
      <div className="grid gap-5 px-5 py-4">
        <div>
          <Heading level={2}>Logo and colors</Heading>
          <p className="quiet mt-1">
            They lead your campaigns’ pages, the scoreboard, the widget, emails and documents. Text on a color
            is black or white, whichever reads better.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-5">
          <Crest organization={shown} className="size-24 flex-none" />
          <Logo organization={saved} />
        </div>
        <fieldset className="field min-w-0">
          <legend className="field-label mb-1.5">Colors</legend>
          <div className="flex flex-wrap gap-2">
            {COLOR_PAIRS.map(([firstColor, secondColor]) => (
              <Swatch
                key={firstColor}
                pair={{ firstColor, secondColor }}
                isChosen={isSame(colors, { firstColor, secondColor })}
                onChoose={setTyped}
              />
            ))}
          </div>
          <div className="mt-3 flex flex-wrap gap-5">
            <ColorField
              label="First color"
              value={colors.firstColor}
              onChange={(firstColor) => setTyped({ ...pairOf(colors), firstColor })}
            />
            <ColorField
              label="Second color"
              value={colors.secondColor}
              onChange={(secondColor) => setTyped({ ...pairOf(colors), secondColor })}
            />
          </div>
        </fieldset>
        <Button
          size="small"
          className="justify-self-start"
          pending={save.isPending && 'Updating...'}
          onClick={() => save.mutate(pairOf(colors))}
        >
          Save colors
        </Button>
      </div>
    </section>
  )
}

const pairOf = ({ firstColor, secondColor }: Pair): Pair => ({ firstColor, secondColor })

type SwatchProps = { pair: Pair; isChosen: boolean; onChoose: (pair: Pair) => void }

function Swatch({ pair, isChosen, onChoose }: SwatchProps) {
  return (
    <button
      type="button"
      className={`size-11 cursor-pointer overflow-hidden rounded-control border-2 ${isChosen ? 'border-ink' : 'border-line'}`}
      aria-pressed={isChosen}
      aria-label={`${pair.firstColor} with ${pair.secondColor}`}
      onClick={() => onChoose(pair)}
    >
      <Colors organization={{ ...pair, name: '', logoUrl: null }} className="h-full" />
    </button>
  )
}

type ColorProps = { label: string; value: string; onChange: (color: string) => void }

function ColorField({ label, value, onChange }: ColorProps) {
  const id = useId()
  return (
    <p className="flex items-center gap-3">
      <input
        id={id}
        type="color"
        value={value}
        className="h-11 w-14 cursor-pointer rounded-control border border-control bg-surface p-1"
        onChange={(event) => onChange(event.target.value)}
      />
      <label htmlFor={id}>{label}</label>
    </p>
  )
}

/** Uploaded as it is: the server makes it small, and refuses in words. */
function Logo({ organization: { id, logoUrl } }: { organization: OwnOrganization }) {
  const field = useId()
  const upload = useUploadLogo(id)
  const remove = useRemoveLogo(id)
  return (
    <div className="field">
      <div className="flex flex-wrap items-center gap-3">
        <label
          className={`${buttonClass({ size: 'small' })} relative overflow-hidden has-focus-visible:focus-ring`}
        >
          <input
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            type="file"
            accept={PICTURE_TYPES}
            disabled={upload.isPending}
            aria-invalid={upload.error ? true : undefined}
            aria-describedby={`${field}-hint${upload.error ? ` ${field}-error` : ''}`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) upload.mutate(file)
              target.value = ''
            }}
          />
          <Icon icon={faCamera} />
          {upload.isPending ? 'Saving...' : logoUrl ? 'Choose another logo' : 'Choose a logo'}
        </label>
        {logoUrl && (
          <Button size="small" pending={remove.isPending && 'Removing...'} onClick={() => remove.mutate()}>
            <Icon icon={faTrash} />
            Remove
          </Button>
        )}
      </div>
      <p id={`${field}-hint`} className="field-hint mt-1.5">
        {logoUrl
          ? 'It is shown in place of the drawn crest.'
          : 'Without one, this crest is drawn from your name and colors. PNG, JPEG, WebP or AVIF.'}
      </p>
      {upload.error && (
        <FieldError id={`${field}-error`} isAlert>
          {upload.error.message}
        </FieldError>
      )}
    </div>
  )
}
