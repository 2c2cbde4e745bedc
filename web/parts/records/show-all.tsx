import { Button } from '#web/ui/button.tsx'

type Props = { shown: number; of: number; onShow: () => void }

/** Below a list that begins short (`useWhole`). */
export const ShowAll = ({ shown, of, onShow }: Props) =>
  shown < of && (
    <p className="border-t border-line px-5 py-3">
      <Button size="small" onClick={onShow}>
        Show all {of}
      </Button>
    </p>
  )
