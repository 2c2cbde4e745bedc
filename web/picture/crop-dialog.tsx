import { type KeyboardEvent, useState } from 'react'
import Cropper, { type Area, type Point } from 'react-easy-crop'
import type { ImageSize } from '#domain/campaigns/image.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RangeField } from '#web/ui/range-field.tsx'
import { cutOut, firstArea, maxZoom, offsetOf, placeOf, SHAPE } from './read-picture.ts'
import 'react-easy-crop/react-easy-crop.css'

type Props = {
  image: HTMLImageElement
  onClose: () => void
  onCut: (picture: Blob) => void
  onProblem: (words: string) => void
}

/** Share of the frame's width per press of an arrow key. */
const ARROW_STEP = 0.04
/** Share of the whole range per press of plus or minus. */
const ZOOM_STEPS: Record<string, number> = { '+': 0.1, '=': 0.1, '-': -0.1 }
const NO_SIZE: ImageSize = { width: 0, height: 0 }
const BARE = { border: 0, boxShadow: 'none' }

/** Chooses the visible part: by one or two fingers, a mouse, the arrow keys, or sliders. The frame is the preview. */
export function CropDialog({ image, onClose, onCut, onProblem }: Props) {
  const { area, zoomBy, cropper, sliders } = useCrop(image)
  const press = (event: KeyboardEvent): void => {
    const step = ZOOM_STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    zoomBy(step)
  }
  const use = (): void => {
    cutOut(image, area).then(onCut, (error: Error) => onProblem(error.message))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Choose what is shown"
      description="This is how much of it the campaign’s page shows. Drag the picture, pinch it, or use the sliders."
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={use}>
            Use this picture
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the part inside it that takes the focus has the role */}
        <div
          className="relative w-full overflow-hidden rounded-control bg-sunken **:focus-visible:-outline-offset-3"
          style={{ aspectRatio: SHAPE }}
          onKeyDown={press}
        >
          <Cropper
            {...cropper}
            aspect={SHAPE}
            objectFit="cover"
            showGrid={false}
            style={{ cropAreaStyle: BARE }}
            disableAutomaticStylesInjection
            cropperProps={{
              role: 'group',
              'aria-label': 'The picture as it is shown. Arrow keys move it, plus and minus zoom.',
            }}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          {sliders.map((slider) => (
            <RangeField key={slider.label} {...slider} />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

/** The picture's position behind the frame, in screen pixels, and its zoom. */
function useCrop({ src, naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
  const [initialArea] = useState(() => firstArea({ width, height }))
  const [area, setArea] = useState(initialArea)
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [shown, setShown] = useState(NO_SIZE)
  const [frame, setFrame] = useState(NO_SIZE)
  const most = maxZoom({ width, height })
  const zoomPlace = most > 1 ? (zoom - 1) / (most - 1) : 0
  const room = { x: shown.width * zoom - frame.width, y: shown.height * zoom - frame.height }

  /** What is in the middle of the frame stays there. */
  const zoomTo = (place: number): void => {
    const next = 1 + Math.min(Math.max(place, 0), 1) * (most - 1)
    setOffset({ x: (offset.x * next) / zoom, y: (offset.y * next) / zoom })
    setZoom(next)
  }
  const along = (label: string, axis: 'x' | 'y') => ({
    label,
    value: placeOf(offset[axis], room[axis]),
    onChange: (place: number) => setOffset((known) => ({ ...known, [axis]: offsetOf(place, room[axis]) })),
  })
  return {
    area,
    zoomBy: (step: number) => zoomTo(zoomPlace + step),
    sliders: [
      { label: 'Zoom', value: zoomPlace, onChange: zoomTo },
      along('Left to right', 'x'),
      along('Top to bottom', 'y'),
    ],
    cropper: {
      image: src,
      crop: offset,
      zoom,
      maxZoom: most,
      initialCroppedAreaPixels: initialArea,
      keyboardStep: frame.width * ARROW_STEP,
      onCropChange: setOffset,
      onZoomChange: setZoom,
      onCropAreaChange: (_: Area, pixels: Area) => setArea(pixels),
      setMediaSize: setShown,
      setCropSize: setFrame,
    },
  }
}
