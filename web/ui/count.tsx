const COUNT =
  'count inline-grid h-6 min-w-6 place-items-center rounded-plate bg-ink px-1.5 font-display text-[1rem]/none font-[750] text-page normal-nums'

/** How much open work is behind a tab or a heading. Renders nothing at zero. */
export function Count({
  value,
  of,
}: {
  value: number /** Read after the figure: "to confirm". */
  of: string
}) {
  if (value === 0) return null
  return (
    <span className={COUNT}>
      {value}
      <span className="sr-only"> {of}</span>
    </span>
  )
}
