import { ComesTo } from './comes-to.tsx'
import { maximumWords } from './maximum-sentence.ts'
import type { Panel } from './use-panel.ts'

/** What it comes to, and what its maximum is made of; nothing until the server has calculated it. */
export function Figures({
  quoted: { quote },
  chosen,
  selection,
  most,
  className,
}: Pick<Panel, 'quoted' | 'chosen' | 'selection' | 'most'> & { className?: string }) {
  if (!quote || !most) return null
  const parts = maximumWords(quote, chosen, selection.hasCap)
  return (
    <div className={className}>
      <ComesTo range={quote.forecast} most={quote.most} earned={quote.alreadyEarned} />
      {parts && <p className="quiet fine mt-1">{parts}</p>}
    </div>
  )
}
