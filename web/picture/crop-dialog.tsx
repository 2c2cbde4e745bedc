import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { ImageSize } from '#domain/image.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RangeField } from '#web/ui/range-field.tsx'
import { behind, type Crop, firstCrop, moved, placed, placeOf, SHAPE, zoomed, zoomOf } from './crop.ts'
import { cutOut } from './read-picture.ts'

type Props = {
  image: HTMLImageElement
  onClose: () => void
  onCut: (picture: Blob) => void
  onProblem: (words: string) => void
}

/** What of the picture is shown: by a finger or two, a mouse, the arrow keys, or sliders. The frame is the preview. */
export function CropDialog({ image, onClose, onCut, onProblem }: Props) {
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, setCrop] = useState(() => firstCrop(size))
  const use = (): void => {
    cutOut(image, crop).then(onCut, (error: Error) => onProblem(error.message))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Choose what is shown"
      description="This is how wide the campaign’s page shows it. Drag the picture, pinch it, or use the sliders."
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
        <Frame {...{ image, size, crop }} onChange={setCrop} />
        <div className="grid gap-4 sm:grid-cols-3">
          <RangeField
            label="Zoom"
            value={zoomOf(crop, size)}
            onChange={(zoom) => setCrop(zoomed(crop, zoom, size))}
          />
          <RangeField
            label="Left to right"
            value={placeOf(crop, 'x', size)}
            onChange={(place) => setCrop(placed(crop, 'x', place, size))}
          />
          <RangeField
            label="Top to bottom"
            value={placeOf(crop, 'y', size)}
            onChange={(place) => setCrop(placed(crop, 'y', place, size))}
          />
        </div>
      </div>
    </Dialog>
  )
}

type FrameProps = { image: HTMLImageElement; size: ImageSize; crop: Crop; onChange: (crop: Crop) => void }
type Point = { x: number; y: number }

const STEP = 0.04
const KEYS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
const ZOOM_KEYS: Record<string, number> = { '+': 0.1, '=': 0.1, '-': -0.1 }

const share = (value: number): string => `${value * 100}%`
const apart = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

function Frame({ image, size, crop, onChange }: FrameProps) {
  const fingers = useRef(new Map<number, Point>())
  const { width, left, top } = behind(crop, size)
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const spread = apart([...fingers.current.values()])
    const now = { x: event.clientX, y: event.clientY }
    fingers.current.set(event.pointerId, now)
    const scale = crop.width / event.currentTarget.clientWidth
    if (fingers.current.size === 1)
      onChange(moved(crop, { x: (before.x - now.x) * scale, y: (before.y - now.y) * scale }, size))
    else if (spread > 0) {
      const wider = (crop.width * spread) / Math.max(1, apart([...fingers.current.values()]))
      onChange(zoomed(crop, zoomOf({ ...crop, width: wider }, size), size))
    }
  }
  const press = (event: KeyboardEvent): void => {
    const step = KEYS[event.key]
    const zoom = ZOOM_KEYS[event.key]
    if (step) onChange(moved(crop, { x: step.x * crop.width, y: step.y * crop.width }, size))
    else if (zoom) onChange(zoomed(crop, zoomOf(crop, size) + zoom, size))
    else return
    event.preventDefault()
  }
  const lift = (event: PointerEvent): void => void fingers.current.delete(event.pointerId)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a form to move with the arrow keys, and no fieldset
    <div
      className="crop-frame"
      role="group"
      aria-label="The picture as it is shown. Arrow keys move it, plus and minus zoom."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
      tabIndex={0}
      style={{ aspectRatio: SHAPE }}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      }}
      onPointerMove={drag}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      <img
        src={image.src}
        alt=""
        draggable={false}
        style={{ width: share(width), left: share(left), top: share(top) }}
      />
    </div>
  )
}
