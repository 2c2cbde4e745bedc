import { IMAGE_FORMATS, imagePath, imageWidths, readImagePath } from '#domain/campaigns/image.ts'
import { artPath } from './address.ts'

type Props = {
  campaign: { id: string; cause: string; imageUrl: string | null }
  size: 'card' | 'wide'
  className?: string
  /** For the picture at the top of a page. */
  isFirst?: boolean
}

const DRAWN = { card: { width: 756, height: 344 }, wide: { width: 1440, height: 640 } } as const
/** How wide it is shown: three, two or one card per row; a hero is as wide as the screen. */
const SIZES = { card: '(min-width: 1024px) 405px, (min-width: 768px) 50vw, 100vw', wide: '100vw' } as const

/**
 * A campaign's picture: the uploaded one in the format and width that suits the screen, or the drawn one. It declares its
 * size before it loads, so that nothing shifts. It is decoration: the name is beside it, so its alt text is empty.
 */
export function CampaignArt({ campaign, size, className, isFirst = false }: Props) {
  const loading = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const)
  const shared = { ...loading, ...(className ? { className } : {}) }
  const { imageUrl } = campaign
  if (imageUrl === null)
    return <img src={artPath(campaign.cause, campaign.id, size)} {...DRAWN[size]} alt="" {...shared} />
  const image = readImagePath(imageUrl)
  if (!image) return <img src={imageUrl} alt="" {...shared} />
  const { width, height } = image
  return (
    <picture className="contents">
      {IMAGE_FORMATS.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          sizes={SIZES[size]}
          srcSet={imageWidths(image)
            .map((one) => `${imagePath(image.folder, one, format)} ${one}w`)
            .join(', ')}
        />
      ))}
      <img src={imageUrl} width={width} height={height} alt="" {...shared} />
    </picture>
  )
}
