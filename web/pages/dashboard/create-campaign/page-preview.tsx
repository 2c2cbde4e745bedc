import type { OrganizationLook } from '#domain/campaigns/crest.ts'
import type { Scene } from '#domain/campaigns/scenes.ts'
import { artPath } from '#web/art/address.ts'
import { Colors, ColorsOver, Crest } from '#web/parts/branding/crest.tsx'
import { HERO_PICTURE } from '#web/ui/hero.ts'

type Props = {
  organization: OrganizationLook
  /** As typed so far. */
  name: string
  about: string
  scene: Scene
  /** Of the chosen photo; null: the drawing. */
  photo: string | null
}

/** The top of the campaign's page and its tile in the list, as they will look. */
export function PagePreview({ organization, name, about, scene, photo }: Props) {
  const title = name.trim() || 'The name of your campaign'
  return (
    <figure className="grid gap-2">
      <div className="grid items-stretch gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className={`hero rounded-card ${photo ? 'photo' : ''}`}>
          <Photo {...{ scene, photo }} size="wide" className={HERO_PICTURE} />
          <Colors organization={organization} className="absolute top-0 h-2" />
          <div className="grid min-h-72 content-end gap-3 p-5 pt-24 lg:max-w-[34ch]">
            <p className="fig text-3xl leading-none wrap-anywhere whitespace-normal" dir="auto">
              {title}
            </p>
            <p className="flex items-center gap-3 font-semibold">
              <Crest organization={organization} className="size-11 flex-none" />
              <span className="min-w-0 wrap-anywhere">{organization.name}</span>
            </p>
            {about.trim() && (
              <p className="dense line-clamp-2 wrap-anywhere" dir="auto">
                {about}
              </p>
            )}
          </div>
        </div>
        <div className="card hidden overflow-hidden md:block">
          <div className="relative h-36 overflow-hidden">
            <Photo {...{ scene, photo }} size="card" className="block size-full object-cover" />
            {!photo && <ColorsOver organization={organization} />}
            <Crest organization={organization} className="absolute top-8 left-[4%] size-20" />
          </div>
          <div className="grid gap-1 p-4">
            <p className="fig text-xl leading-tight wrap-anywhere whitespace-normal" dir="auto">
              {title}
            </p>
            <p className="fine quiet wrap-anywhere">{organization.name}</p>
          </div>
        </div>
      </div>
      <figcaption className="field-hint">
        The top of its page<span className="max-md:hidden">, and its tile in the list</span>.
      </figcaption>
    </figure>
  )
}

type PhotoProps = Pick<Props, 'scene' | 'photo'> & { size: 'card' | 'wide'; className: string }

const Photo = ({ scene, photo, size, className }: PhotoProps) => (
  <img src={photo ?? artPath(scene, scene, size)} alt="" className={className} />
)
